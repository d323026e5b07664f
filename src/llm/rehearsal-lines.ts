// What a rehearsal says: lines by the kind of question, for a room with time and for a busy one.

export type Kind = 'yesNo' | 'how' | 'which' | 'find' | 'why' | 'count' | 'thanks' | 'remark' | 'call'

/** `{}` stands for what was asked about; every line of one language differs from every other. */
export interface Lines {
  /** In front of every line. */
  label: string
  calm: Record<Kind, readonly string[]>
  busy: readonly string[]
  /** A second sentence, where there is room for one. */
  more: readonly string[]
  /** When nothing in the line belongs to the bot's field: about a word of it, and about none. */
  away: readonly string[]
  lost: readonly string[]
  /** To a greeting: `{name}`, `{role}` and a `{field}` to ask about. */
  intro: readonly string[]
}

export const english: Lines = {
  label: '(rehearsal) ',
  calm: {
    yesNo: [
      'I think so. Give me a moment with {}, then I can say it with more confidence.',
      'Probably yes. I would look at {} once more before we say so.',
      'My gut says yes. I would still go through {} once, just to be safe.',
      'Likely. If nothing odd turns up with {}, go ahead.',
    ],
    how: [
      'I would start small with {}: one step, look at the result, then the next one.',
      'Simplest way first: change one thing about {}, then compare.',
      'When it comes to {}, a short list of what we already know saves most of the work.',
      'Let us cut {} into two or three pieces and do the easy one today.',
    ],
    which: [
      'For {} I would take the simplest one that fits and only move on if it falls short.',
      'Depends on how sure you need to be about {}. The plain choice is usually good enough.',
      'I would lean towards the boring option for {}; it is the easiest to defend.',
      'With {} in play I would pick whatever the rest of the team can read at a glance.',
    ],
    find: [
      'I can have a look around for {} and come back with the two or three best.',
      'Leave {} to me, I know where to start digging.',
      'There should be something on {}. Let me go through my list.',
      'I will gather what there is on {} and share it here.',
    ],
    why: [
      'My first guess is {}. I would rule that out before anything else.',
      'Hard to say from here, but {} is where I would look first.',
      'It smells like {} to me; a quick check would tell.',
      'Usually it comes down to {}, at least that is how it went last time.',
    ],
    count: [
      'Fewer than one thinks: a handful for {}, and more only if they disagree.',
      'I would not fix a number for {} yet. Start with a few and see where it levels off.',
      'For {} a rough figure is enough at first; we can tighten it later.',
      'Two or three to begin with, as far as {} goes.',
    ],
    thanks: ['Any time!', 'Glad it helped.', 'You are welcome.', 'With pleasure.'],
    remark: [
      'Good point about {}, that matches how I see it.',
      'Seen. We should come back to {} today.',
      'If we touch {} anyway, I am happy to lend a hand.',
      'Noted. I will keep an eye on {}.',
    ],
    call: ['I am here, go ahead.', 'Yes, I am listening.', 'Present! Go on.', 'Here. Fire away.'],
  },
  busy: ['On {}, one sec.', 'Checking {} now.', 'One moment, with {} already.', 'Yes, looking at {}.'],
  more: [
    'I can write it up afterwards.',
    'Happy to go through the details with whoever has them.',
    'If that turns out wrong, we will know early.',
    'Shout if you need it sooner.',
  ],
  away: [
    'No clue about {}, sorry.',
    'Not my corner, {}.',
    'I would only guess at {}.',
    'Somebody here knows {} better.',
  ],
  lost: [
    'Not really my corner, but I am following along.',
    'Honestly, somebody else here will know that better than I do.',
    'No idea yet. I would rather not guess.',
    'That is outside what I know, sorry.',
  ],
  intro: [
    'Hello! {name} here, {role}. You could ask me about {field}, for example.',
    'I am {name}, the {role} in this room. Try me with a question on {field}.',
    'My corner is {field}: as {role} I answer what I can. Call me {name}.',
  ],
}

export const chinese: Lines = {
  label: '（排练）',
  calm: {
    yesNo: [
      '我觉得可以，不过{}这块我想再看一眼再下结论。',
      '多半没问题，只是{}最好有人再过一遍。',
      '直觉上是的，保险起见先把{}理一理。',
      '应该行，{}要是站得住，我这边没意见。',
    ],
    how: [
      '{}别一口气全上，先走一小步，看看结果再往下。',
      '先用最简单的办法，{}每次只动一处，前后比一比。',
      '关于{}，先把已知的列出来，能省一大半功夫。',
      '我会把{}拆成两三块，今天先啃容易的那块。',
    ],
    which: [
      '{}的话，先挑最简单够用的那种，不够再换。',
      '要看{}得多严谨，一般常规的选法就够了。',
      '我偏向稳妥的那个，{}方面最好解释。',
      '既然牵涉{}，选大家一眼能看懂的就好。',
    ],
    find: [
      '{}我来找，挑两三个最合适的发出来。',
      '交给我吧，{}该从哪儿翻起我心里有数。',
      '{}应该有线索，我翻翻清单。',
      '我把{}能找到的都收一收，放到群里。',
    ],
    why: [
      '我第一反应是{}，先把它排除掉再说。',
      '光看现象不好讲，换我会先查{}。',
      '闻着像是{}的事，验一下就知道。',
      '十有八九出在{}上，上回也是这样。',
    ],
    count: [
      '比想象的少，{}有几个就够，说法对不上再加。',
      '{}先别定死数字，从少的开始，看到哪儿稳住。',
      '眼下{}有个大概的数就行，后面再收紧。',
      '要我说，{}先来两三个试试水。',
    ],
    thanks: ['不客气！', '帮上忙就好。', '小事一桩。', '随时叫我。'],
    remark: [
      '我也这么看，{}值得多留意。',
      '这点记下了，{}那边用得上。',
      '要是顺手动到{}，我可以搭把手。',
      '明白，{}我会留意。',
    ],
    call: ['我在，请讲。', '在呢，说说看。', '来了，你说。', '到，听着呢。'],
  },
  busy: ['{}？马上看。', '这就过一遍{}。', '好，{}归我。', '收到，{}稍等。'],
  more: ['回头我整理一份发出来。', '细节谁手上有，可以一起对一下。', '万一不对，也能早点发现。', '急的话喊我一声。'],
  away: [],
  lost: [
    '这不算我的本行，我先听着。',
    '老实说，这个群里有人比我更清楚。',
    '暂时没头绪，不敢乱猜。',
    '这超出我知道的范围了，抱歉。',
  ],
  intro: [
    '你好，我是{name}，{role}，比如{field}可以问我。',
    '{name}在，做{role}的，{field}有问题就喊我。',
    '我管{field}这一块，叫我{name}就行，{role}。',
  ],
}

/** Whether a bot's line bears the label of the rehearsal. */
export const isRehearsed = (text: string): boolean => [english, chinese].some(({ label }) => text.startsWith(label))
