// Tells a question by its sign and by its words, in the languages that groups write here without one.

/** A text that asks, or asks for help. */
export function isQuestion(text: string): boolean {
  return questionMark.test(text) || asksAtStart.test(text.trimStart()) || asksAnywhere.test(text)
}

// Not the one within a link.
const questionMark = /[?？؟](?![\w=&%-])/

const be = String.raw`(?:do|does|did|is|are|was|were|can|could|should|would|will|have|has)`
const word = String.raw`(?![\p{L}\p{N}_'’])`
const not = String.raw`(?:n['’]?t)?`
const lead = String.raw`(?:(?:hi|hey|hello|hiya|yo|so|ok|okay|well|and|but|also|now|then|um|hm+|sorry|please|pls|guys|folks|all|everyone|everybody|team|there|привет|всем|ребята|ребят|парни|друзья|коллеги|господа|народ|скажите|слушайте|а|и|ну|но|так)${word}[\s,.!~:-]{0,9}){0,6}`
const english = [
  String.raw`how(?:['’]?s|\s(?:${be}${not}|[\p{L}]+ ${be}|to|much|many|come|about|long|often|far))`,
  String.raw`(?:what|where|who)(?:['’]?s|['’]re|\s${be}${not})`,
  String.raw`what (?:if|about|kind|sort|else|(?!an? |the |i |he |she |they |we |you |it )[\p{L}-]+ (?:${be}|of|for|to))`,
  String.raw`who (?:else|here|knows?|uses|wants?)`,
  String.raw`why(?:['’]?s|\s(?:${be}${not}|not|the))`,
  String.raw`when ${be}(?=\s(?:i|you|we|they|he|she|it|the|a|this|that)\s)`,
  String.raw`which(?= (?!(?:means?|is|was|are|will|would|makes?|seems?|looks?|has|had|can|could|should|does|did|of|i|he|she|it|they|you|we|in|the|then|might|may|gives?|works?|just|all|also|only)\b))`,
  String.raw`(?:can|could|would|should|will|does|is|are|was|were|has)${not} (?:i|you|u|we|they|he|she|it|there|this|that|these|those|the|any|some|my|your)(?:one|body|thing|where)?`,
  String.raw`(?:do|did|have)${not} (?:i|you|u|we|they|he|she|these|those|any(?:one|body|thing)?)`,
  String.raw`does (?!not${word})[\p{L}-]+`,
  String.raw`any ?(?:one|body) (?:here|know|knows|else|use|uses|using|used|have|has|had|got|want|tried|able|familiar|seen|can|could|willing|up|around|with|who|there)`,
  String.raw`any (?:idea|ideas|hint|hints|tip|tips|suggestion|suggestions|advice|chance|recommendation|recommendations)`,
].join('|')
const russian = String.raw`как(?! (?:вариант|обычно|всегда|раз|и|бы|только|минимум|правило)${word})|что(?! ?бы)|почему|где|когда|кто|зачем|можно|сколько|куда|откуда|как(?:ой|ая|ое|ие|им)|чем|[\p{L}]+ ли`

const asksAtStart = new RegExp(
  String.raw`(?:^|[\n.!:]\s)\s{0,9}${lead}(?:(?:${english})${word}|(?:${russian})${word}(?=\s))`,
  'iu',
)

const asksAnywhere = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_'’-])(?:(?:how|where|what) (?:do|can|should|would) (?:i|you|we)|does any(?:one|body)|(?:can|could) (?:some|any)(?:one|body)|подскажите|посоветуйте|помогите|кто-?нибудь|кто знает|не подскажете)${word}`,
    // Chinese
    '吗|嗎|呢|怎[么麼样樣]|如何|[什甚][么麼]|[为為]啥|(?<![没不])(?:啥|咋)(?!也|都|事没)|哪|谁|誰|[几幾][个個]|多少|多久|有[没沒]有|能不能|可不可以|是不是|会不会|要不要|能否|请问|請問|请教|求助',
    // Japanese: a polite か that ends something, or a word that asks
    String.raw`(?:です|ます|ません|でした|ました|でしょう|だろう)か(?![\p{sc=Hira}\p{sc=Kana}\p{sc=Han}])|どう(?:すれば|したら|やって|やれば|やったら|して(?!も)|思)|なぜ|教えて(?!くれ[たま]|もら|あげ)|何(?:です|が|を|で)`,
    // Korean: endings that ask, or a word that asks
    String.raw`(?:까|[인은는던]가|[하있없되맞]나)요(?![\p{sc=Hang}])|[습입합됩갑]니까|어떻게|(?<![\p{sc=Hang}])(?:왜|누가|누구|언제|어디|뭐|무엇|무슨)|(?:알려|도와)\s?[주줘]`,
  ].join('|'),
  'iu',
)
