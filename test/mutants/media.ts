// Mutants of what messages carry: what is opened, what stands in a prompt as data, what is held for it.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('src/')
const picture = of('media/reduce-picture')
const reading = of('media/read-bytes')
const media = of('media/media')
const shown = of('media/shown-pictures')
const block = of('prompt/attachment-block')
const attachments = of('jobs/attachments/attachments')
const chosen = of('jobs/attachments/chosen')
const seen = of('llm/client')

export const mediaMutants: MutantArea = {
  tests: [
    'test/prompt/attachment-block.test.ts',
    'test/llm/pictures.test.ts',
    'test/jobs/attachments',
    'test/media/length.test.ts',
    'test/media/media.test.ts',
    'test/media/shown-pictures.test.ts',
    'test/rules/attachments-held.test.ts',
  ],
  mutants: [
    picture('libvips may open anything', "sharp.block({ operation: ['VipsForeignLoad'] })", 'sharp.simd(true)'),
    picture('a picture may have any number of pixels', 'limitInputPixels: mostPixels', 'limitInputPixels: false'),
    picture('an interlaced picture may unpack to anything', '> mostUnpacked)', '> 1_000 * mostUnpacked)'),
    reading('a file may take all memory', 'memory.growth * 1_000_000', 'Infinity'),
    media('a channel may give more than was asked for', 'if (bytes.length > most)', 'if (bytes.length > 9 * most)'),
    media('a recording leaves before it is paid', 'mayCost(transcriptTokens(seconds))', 'transcriptTokens(seconds)'),
    shown('a chat that hangs takes all downloads', '{ all: 3, channel: 2 }', '{ all: 30, channel: 20 }'),
    shown('who comes again has a picture fetched again', 'underWay.get(key) ?? { waiting: 0 }', '{ waiting: 0 }'),
    shown('a picture that nobody waits for is fetched', 'if (reading.waiting === 0)', 'if (reading.waiting < 0)'),
    shown('pictures of who is not served are fetched', 'line?.refused ? undefined : line', 'line'),
    block('lines of a file stand as those of the talk', '.map((each) => `| ${each}`)', '.map((each) => `${each}`)'),
    attachments('a picture is sent that nothing is held for', 'if (tokens > left * safety) {', 'if (tokens < 0) {'),
    attachments('a transcript costs nothing', 'spent += cost', 'spent += 0'),
    chosen('a quoted picture that the talk has is shown twice', 'part.id !== undefined && byId.has(part.id)', 'false'),
    attachments('a quoted file is asked for of the line that quotes', 'quote?.id ?? message.id', 'message.id'),
    chosen('the newest picture may be a stranger’s', '!line.refused && ', ''),
    chosen('the newest picture is seen unasked', 'own.length === 0 && named.has(kind)', 'own.length === 0'),
    seen(
      'a refusal of pictures is forgotten',
      "if (refusal === 'none') sees = false",
      "if (refusal === 'none') sees = true",
    ),
    of('language/tokens')(
      'pictures are held for nothing',
      'pictures.reduce((all, { tokens }) => all + tokens, 0), 0)',
      'pictures.reduce((all, { tokens }) => all + 0 * tokens, 0), 0)',
    ),
  ],
}
