// The words of a rehearsed line: where a model's answer would stand, what kind of answer it would be, and for whom.

/** What kind of answer a line asks for; `away`: asked about something that is not the bot's field. */
export type Kind =
  | 'yesNo'
  | 'how'
  | 'howTo'
  | 'which'
  | 'find'
  | 'findSome'
  | 'why'
  | 'count'
  | 'task'
  | 'opinion'
  | 'sum'
  | 'joke'
  | 'correction'
  | 'remark'
  | 'away'
  | 'call'

type Reason = 'asked' | 'some' | 'wanted' | 'said' | 'corrected' | 'called'

/** `{topic}`: what it is about, `{asker}`: who wrote the line, `{role}`: the bot's, `{verb}`: what the line asks to do. */
export interface Wording {
  /** In front of every line. */
  label: string
  /** A whole line; each bot of a room has frames of its own. */
  frames: readonly string[]
  /** Without and with something that the line is about. */
  bare: Partial<Record<Kind, readonly string[]>> & { yesNo: readonly string[]; remark: readonly string[] }
  about: Partial<Record<Kind, readonly string[]>> & { away: readonly string[] }
  reasons: Record<Reason, readonly string[]>
  /** In a busy room. */
  busy: readonly string[]
  /** To a greeting: `{name}`, `{role}` and a `{field}` to ask about. */
  intro: readonly string[]
  /** Instead of a name that would call its bearer. */
  nameless: { bot: string; somebody: string }
}

/** In front of every rehearsed line. */
export const labels = { en: '(rehearsal) ', zh: '（排练）' }

export const reasonOf: Partial<Record<Kind, Reason>> = {
  find: 'some',
  findSome: 'some',
  task: 'wanted',
  joke: 'wanted',
  remark: 'said',
  correction: 'corrected',
  call: 'called',
}

export const english: Wording = {
  label: labels.en,
  frames: [
    'Here I would {act}, {reason}.',
    'My turn: I would {act}, {reason}.',
    'This is where I would {act}, {reason}.',
    'At this point I would {act}, {reason}.',
  ],
  about: {
    yesNo: [
      'say yes or no about {topic} and why',
      'give a clear answer on {topic}, yes or no',
      'settle {topic} with a yes or a no',
    ],
    how: [
      'give the steps for {topic}, the easiest first',
      'explain how to go about {topic}',
      'walk through {topic} one step at a time',
    ],
    howTo: ['explain how to {topic}', 'show step by step how to {topic}', 'give the shortest way to {topic}'],
    which: [
      'pick one option for {topic} and say why',
      'compare two choices for {topic} and settle on one',
      'recommend something on {topic}, with its limits',
    ],
    find: ['point to {topic} that I know', 'list what I can find of {topic}', 'say where {topic} can be had'],
    findSome: ['name two {topic}', 'list the best {topic} that I know', 'say where to find {topic}'],
    why: [
      'name the likeliest cause with {topic} and how to check it',
      'explain what may be behind {topic}',
      'trace what went wrong with {topic}',
    ],
    count: [
      'give a figure for {topic} and what it rests on',
      'put a rough number on {topic}',
      'estimate {topic} between a least and a most',
    ],
    task: ['{verb} {topic} in a few lines', '{verb} {topic}, the main points first'],
    opinion: ['weigh what speaks for and against {topic}', 'say what I make of {topic} and why'],
    sum: ['work out {topic}', 'give the result of {topic}'],
    correction: ['correct my last answer and go on with {topic}', 'take that back and answer again, on {topic}'],
    remark: ['add one point on {topic}', 'say in a sentence what follows for {topic}', 'note what {topic} may change'],
    away: ['answer on {topic}, as {role}', 'say what I know about {topic}', 'help with {topic} as far as I can'],
  },
  bare: {
    yesNo: [
      'answer in a sentence or two as {role}',
      'give a short answer from what I know as {role}',
      'reply in plain words, one thought',
    ],
    how: ['give the steps, the easiest first', 'explain how to go about it'],
    why: ['name the likeliest reason', 'explain what may be behind it'],
    count: ['give a figure and what it rests on', 'put a rough number on it'],
    task: ['do that and show the result', 'write it in a few lines'],
    joke: ['tell a joke of one line', 'try something funny about my work as {role}'],
    correction: ['take that back and answer again', 'correct what I said before'],
    remark: ['take that up in one sentence', 'answer with one short sentence'],
    call: ['ask what is needed', 'say that I am listening'],
  },
  reasons: {
    asked: ['because {asker} asked', 'since {asker} wants to know', 'for {asker}', 'so that {asker} can go on'],
    some: ['because {asker} asked for some', 'since {asker} is looking for some'],
    wanted: ['because {asker} asked for it', 'since that is what {asker} wants'],
    said: ['because {asker} brought it up', 'now that {asker} mentions it', 'in reply to {asker}'],
    corrected: ['because {asker} set me right', 'since {asker} meant something else'],
    called: ['because {asker} called me', 'since {asker} spoke to me'],
  },
  busy: [
    'A word on {topic} here, for {asker}.',
    'One line for {asker}, on {topic}.',
    'Here, in short: {topic}, for {asker}.',
    'For {asker} here, briefly: {topic}.',
  ],
  intro: [
    'Hello! {name} here, {role}. You could ask me about {field}, for example.',
    'I am {name}, the {role} in this room. Try me with a question on {field}.',
    'My corner is {field}: as {role} I answer what I can. Call me {name}.',
  ],
  nameless: { bot: 'another bot', somebody: 'somebody' },
}

/** Whether a bot's line bears the label of the rehearsal. */
export const isRehearsed = (text: string): boolean => labelOf(text) !== undefined

export const labelOf = (text: string): string | undefined => allLabels.find((label) => text.startsWith(label))

const allLabels = Object.values(labels)
