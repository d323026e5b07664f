// A model's text as a chat shows it: no hidden characters, no call to everybody, no markdown, no image (T4).

const linkTarget = String.raw`\(\s*<?([^\s()<>]{0,1000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:\s+["'][^"'\n]{0,200}["'])?\s*\)`
const image = new RegExp(
  String.raw`!\[[^\[\]]{0,500}\](?:${linkTarget}|\[[^\[\]\n]{0,200}\])|<img\b[^<>]{0,2000}>`,
  'gi',
)
const link = new RegExp(String.raw`\[([^\[\]\n]{0,500})\]${linkTarget}`, 'g')

const urlRest = String.raw`[^\s<>"，。！？；：、（）「」]{0,2000}[^\s<>"，。！？；：、（）「」.,!?;:\)\]*~]`
const bareUrl = String.raw`\b[a-z][a-z\d+.\-]{1,15}:\/\/${urlRest}|\b(?:[a-z\d\-]{1,63}\.){1,5}[a-z]{2,20}\b(?:\/${urlRest})?`
const markedMention = String.raw`<at\b[^<>]{0,200}>[^<]{0,200}<\/at>|<[@#!][^<>\s]{1,200}>`
const nameChars = String.raw`[\p{L}\p{N}\p{M}_]{1,64}`
const mention = String.raw`${markedMention}|[\w.+\-]{0,64}[@＠]${nameChars}(?:[.\-]${nameChars}){0,5}`
/** A mention, a link, an address: what a cut takes whole or leaves whole. */
export const unit = new RegExp(`${mention}|${link.source}|${bareUrl}`, 'giu')

/** Without images and invisible characters; emoji and the scripts that need joiners keep them (bad input 10). */
export function visible(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(/[^\S\n]{32,}/g, ' ')
    .replaceAll(
      /(\p{RGI_Emoji}|(?<=[\p{Script=Arab}\p{Script=Deva}\p{Script=Beng}\p{Script=Mlym}\p{Script=Sinh}])[\u200C\u200D](?=\p{L}))|[[\p{DI}\p{Cf}\p{Cc}\p{Cs}]--\n]/gv,
      '$1',
    )
    .replaceAll(image, '')
}

const wide = (words: string) =>
  words.replaceAll(/[a-z]/g, (letter) => `[${letter}${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}]`)
const everybody = wide('all|everyone|here|channel|room')
const broadcast = new RegExp(
  String.raw`(?:(?<! ) +)?(?:[@＠](?:(?:${everybody})(?!_*[\p{Script=Latin}\p{N}]|[.\-][a-z\d])|所有人|所有成员|全体成员|全员|全員)|<at\b[^<>]{0,200}\b(?:all|everyone|here)\b[^<>]{0,200}>(?:[^<]{0,200}<\/at>)?|<!(?:channel|everyone|here|subteam)\b[^<>]{0,200}>)(?: *[,，:：])? *`,
  'giu',
)

// A space stays in its place, so that no new call grows together from its neighbours.
export function withoutBroadcasts(text: string): string {
  return text.replaceAll(broadcast, ' ')
}

// Not between letters, digits or signs, where they are arithmetic, a pattern or a pointer: 2*3*4, .*(.).*, count(*). Code stands
// there without its backticks when a text is shaped again. Twice, for bold around italics.
const asterisks =
  /(?<=^|[\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Extended_Pictographic}"'“‘«「『（(【[，。、：；！？…~_\0@＠—–:;,!-])(\*{1,3})(?=[~_`]{0,9}[\p{L}\p{N}\p{Extended_Pictographic}\p{Ps}\p{Pi}"'“‘\0@#$€¥£+=<>%&–-])([^*\n]{1,500})(?<=\S)\1(?![\w\p{S}/\\])/gu
const underscores =
  /(?<![\p{L}\p{N}_])(?!__(?:init|main|name|file|call|new|repr|str|dict|doc|all|proto|dirname|filename|tests|mocks)__)(_{1,3})(?=[\p{L}\p{N}\0*~@＠])([^_\n]{1,500})(?<=\S)\1(?![\p{L}\p{N}_])/gu
const htmlTag =
  /<\/?(?:b|strong|i|em|u|s|del|code|pre|p|h[1-6]|ul|ol|li|a|span|div|blockquote|font)\b(?:\s[^<>]{0,500})?>/gi

const codeOrUrl = new RegExp(`(\`{1,9})([^\`\\n]+)\\1|${markedMention}|${bareUrl}`, 'gi')

/** T4: what a chat that does not render markdown would show as signs. Code and URLs keep theirs, one layer a call. */
export function plain(text: string): string {
  const kept: string[] = []
  const keep = (part: string) => {
    kept.push(part)
    return '\0'
  }
  return text
    .replaceAll(/^ *(?:`{3,}[^`\n]*|~{3,} *\w*)$/gm, '')
    .replaceAll(link, (_, label: string, url: string) => (label === '' || label === url ? url : `${label} (${url})`))
    .replaceAll(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/gi, '$1')
    .replaceAll(codeOrUrl, (part, _ticks, code: string | undefined) => keep(code ?? part))
    .replaceAll(/<br *\/?>/gi, '\n')
    .replaceAll(htmlTag, '')
    .replaceAll(/^ *([-*_=])(?: *\1){2,} *$/gm, '')
    .replaceAll(/^(?=[^\n]*\|)(?=[^\n]*-)[ |:-]+$/gm, '')
    .replaceAll(/^ *\|([^\n]*)\| *$/gm, (_, row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join(' '),
    )
    .replaceAll(/^ *>(?![_.<])[> ]*/gm, '')
    .replaceAll(/^ *#{1,6} +/gm, '')
    .replaceAll(/^ *(?:[-*+•]|\d{1,3}[.)]) +(?:\[[ xX]\] +)?/gm, '')
    .replaceAll(asterisks, '$2')
    .replaceAll(asterisks, '$2')
    .replaceAll(underscores, '$2')
    .replaceAll(/~~(?=\S)([^~\n]{1,500})(?<=\S)~~/g, '$1')
    .replaceAll('\0', () => kept.shift() ?? '')
    .replaceAll(/ +/g, ' ')
}
