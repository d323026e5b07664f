// How a call of the fake goes wrong.
import type { ServerResponse } from 'node:http'
import { Refused } from './methods.ts'

/**
 * `cut`: it is posted, and the connection ends without an answer; `silent`: it is posted, and no answer comes;
 * `cutBefore`: it is not posted, and the connection ends; `html`: it is not posted, and a page of a proxy comes.
 */
export type SendTrouble =
  | 'none'
  | 'cut'
  | 'silent'
  | 'cutBefore'
  | 'html'
  | { code: number; says: string; parameters?: object }

export function spoil(trouble: Exclude<SendTrouble, 'none'>, response: ServerResponse, post: () => unknown): void {
  if (typeof trouble === 'object') throw new Refused(trouble.code, trouble.says, trouble.parameters)
  if (trouble === 'cut' || trouble === 'silent') post()
  if (trouble === 'silent') return
  if (trouble === 'html') return void response.writeHead(502).end('<html>502 Bad Gateway</html>')
  response.socket?.destroy()
}
