// What a model writes beside a reply, and must never reach a group: silence tokens, system text, heads, thoughts (row 7).
import type { BotProfile } from '../prompt/identity.ts'
import { withPlainLineEnds } from './line-ends.ts'

/** Stage directions; Han ones need no word boundary. */
const quiet = [
  String.raw`no[\s_-]*(?:reply|response|answer)(?:\s+(?:is\s+)?(?:needed|necessary|required))?`,
  String.raw`(?:do\s+)?not[\s_-]+reply(?:ing)?`,
  String.raw`(?:i(?:'ll|\s+will)?\s+)?(?:stay|remain|keep)(?:s|ing)?[\s_-]+(?:silent|quiet)|silen(?:t|ce)|nothing\s+to\s+(?:add|say)`,
  '(?:保持)?(?:沉默|静默)|(?:选择|暂)?不(?:予|作|做)?(?:回复|回应|回答|发言)|(?:无需|无须|不需要|不必|不用)(?:回复|回应|回答|发言)',
  '返信(?:不要|なし)|沈黙|답장\\s?없음|침묵',
].join('|')
const quietLine = new RegExp(String.raw`^[^\p{L}\p{N}\n]*(?:${quiet})[^\p{L}\p{N}\n]*$`, 'imu')
const quietWhole = /^[^\p{L}\p{N}]*(?:skip|pass|none|null|跳过)[^\p{L}\p{N}]*$/iu
const quietToken = new RegExp(
  String.raw`no_(?:reply|response|answer)|[[<{【](?:\s*\/)?\s*(?:${quiet}|skip)(?:\s*\/)?\s*[\]>}】]|^[([<{【*_]\s*(?:${quiet})\s*[)\]>}】*_]|\((?:${quiet})\)[\s.。!]*$`,
  'iu',
)
const quietShout = /\bNO[ -]?REPLY\b/

/** The model chose to stay silent, in whatever words, signs or fences. */
export function isSilence(said: string): boolean {
  const bare = plainSigns(said)
  return [quietLine, quietWhole, quietToken, quietShout].some((form) => form.test(bare))
}

const fields = [
  'want_to_reply',
  'reply_type',
  'delay_hint',
  'messages_in_5m',
  'unique_speakers_in_5m',
  'last_speak_ago',
  'my_messages_in_5m',
  'budget_usage_ratio',
  'mentioned_in_context',
  'mention_count',
  'pending_batches_merged',
  'avoid_repetition',
  'human_chat_style',
].join('|')
const systemForms = [
  /\[(?:msg_id:|(?:mentioned|Group Vitality|My Status|Mentions|Reply Policy|Colleagues)\s*\\?\])/i,
  /<\||<\/?(?:think|thinking|system|assistant|tool_calls?|function_calls?|start_of_turn|end_of_turn)\b[^<>]*>/i,
  /\[\/?INST\]|<<\/?SYS>>/,
  new RegExp(String.raw`\b(?:${fields})\b[\\"'\`]*\s*[:=]`, 'i'),
  /["'`]speak[\\"'`]*\s*:\s*[[{\\]/i,
  /["'`]verdict[\\"'`]*\s*:\s*[\\"'`]*(?:send|shorten|drop)/i,
  /^[^\p{L}\p{N}]*(?:system|user|human)\b[*_]*\s*:/iu,
  // The frame of the compact talk: its header, its legend, heads of lines, marks of replies, the last line's order.
  /^[^\p{L}\p{N}\n]*(?:mon|tue|wed|thu|fri|sat|sun) \d{1,2} \p{L}{3} \d{4},? \d\d:\d\d\b/imu,
  /\byou = yourself\b|>\d+ = reply to\b|\bwrite your next message\. it answers\b/i,
  /^[^\p{L}\p{N}\n]*\d{1,3}[*~]?[^\S\n]\d{1,6}[smhd][^\S\n]{1,3}(?:\p{Lu}|[^\s:=>][^\n:=>]*(?:[:=]|>\d))/mu,
  /^[^\S\n]*\p{Lu}[^\n:>]{0,40} >\d{1,3}: /mu,
]

/** Marks of a prompt, of a decision, of a model's protocol. */
export function isSystemText(said: string): boolean {
  const bare = plainSigns(said)
  return systemForms.some((form) => form.test(bare))
}

const lineHead = /^(?:\s*\[msg_id:[^\]]*\])?\s*(?:\[\d\d:\d\d:\d\d\]\s*)?/
const nextSpeaker = /\n[^\S\n]*[*_]{0,3}(?:user|human|system|assistant|用户|系统)[*_]{0,3}\s*[:：][^]*$/i

/** `6* 3s ` in front of a name. */
const shortHead = String.raw`\d{1,3}[*~]?\s{1,3}\d{1,6}[smhd]\s{1,3}`

/** Models like to go on in the form of the lines they read, and then to speak for the others. */
export function withoutHeads(text: string, profile: BotProfile): string {
  let bare = withPlainLineEnds(text)
  // Every head has a colon.
  if (!/[:：]/.test(bare)) return bare.trim()
  const head = headOf(profile)
  for (let before = ''; bare !== before;) {
    before = bare
    bare = bare.replace(lineHead, '').replaceAll(head, '').trim()
  }
  return bare.replace(nextSpeaker, '').trim()
}

// Compiled once for a profile.
const heads = new WeakMap<BotProfile, RegExp>()

function headOf(profile: BotProfile): RegExp {
  let head = heads.get(profile)
  if (!head) heads.set(profile, (head = writtenHead(profile)))
  return head
}

function writtenHead({ id, name, aliases }: BotProfile): RegExp {
  const own = [name, id, ...aliases, 'assistant', '助手'].map((each) =>
    each.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`),
  )
  return new RegExp(
    String.raw`^[^\S\n]*[*_\[<(（【]{0,4}(?:${shortHead}you|(?:${shortHead})?(?:${own.join('|')}))(?: \(you\)| >\d{1,3})?[*_\]>)）】]{0,4}\s*[:：][*_]{0,3}\s*`,
    'gim',
  )
}

function plainSigns(said: string): string {
  return withPlainLineEnds(said)
    .normalize('NFKC')
    .replaceAll(/(?!\n)[\p{DI}\p{Cf}]/gv, '')
    .replaceAll('’', "'")
}
