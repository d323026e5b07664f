// A model server that streams its answer: events as OpenAI writes them, sent when the test says so.
import type { ServerResponse } from 'node:http'

/** A stream of one answer. */
export function streamOf(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (body: object): void =>
    void response.write(
      `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', model: 'served-model', ...body })}\n\n`,
    )
  const delta = (piece: object, finish: string | null = null): void =>
    event({ choices: [{ index: 0, delta: piece, finish_reason: finish }] })
  return {
    says: (content: string): void => delta({ content }),
    calls: (index: number, call: object): void => delta({ tool_calls: [{ index, ...call }] }),
    delta,
    event,
    /** With what it cost, as `says` of the whole answers. */
    ends(finish = 'stop'): void {
      delta({}, finish)
      event({ choices: [], usage: { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 } })
      response.end('data: [DONE]\n\n')
    },
  }
}
