// What a room says of itself, for the page and for the plain chat.

export const roomEn = {
  notHere: 'Choose a room on the left.',
  name: 'Your name',
  write: (room: string) => `Say something in ${room}…`,
  send: 'Send',
  hint: 'Enter sends, Shift+Enter starts a new line',
  attach: 'Add a picture or a file',
  quote: (name: string) => `Quote ${name}`,
  readOnly: 'Read only: this group is in another chat app. Write there.',
  failed: 'The service could not be reached. Your text is still here.',
  pick: 'Why?',
  people: 'People',
  served: 'Who is served here',
  bot: 'bot',
  readWith: 'read with',
  rehearsal: 'rehearsal',
  rehearsalHint: 'Written by the rehearsal model, which is no language model',
  reacts: (bot: string, sign: string) => `${bot} reacts with ${sign}`,
  answers: (name: string) => `Show what ${name} said`,
  later: '↓ newer messages',
  earlier: '↑ earlier messages',
  writing: (names: readonly string[]) => `${list(names)} ${names.length === 1 ? 'is' : 'are'} writing…`,
  spent: (bot: string, span: string, ofOnePerson: boolean) =>
    ofOnePerson
      ? `${bot} has no budget left for one person, free in ${span}`
      : `${bot} is out of budget, free in ${span}`,
  wasSpent: (bot: string, until: string) => `${bot} was out of budget until ${until}`,
  neverFree: (bot: string) => `${bot} is out of budget: no window is large enough for the answer`,
  following: (bot: string) => `Following ${bot}`,
  follow: 'Follow the active bot',
  empty: {
    title: 'Nobody has spoken here yet',
    here: 'Who is here',
    asks: (fields: readonly string[]) => `Knows about ${list(fields)}.`,
    plain: 'Answers when it is mentioned, and when a message concerns it.',
    tries: 'Three things to try',
    hello: 'Hello everyone!',
    askBot: (bot: string, field: string | undefined) =>
      field === undefined ? `@${bot} what can you help with?` : `@${bot} where would you start with ${field}?`,
    askAll: (field: string | undefined) =>
      field === undefined ? 'What should we look at first today?' : `Does anyone know about ${field}?`,
    next: 'Then watch the chart: it lights up step by step. Click a message to see why a bot answered it, or did not.',
    nextPlain: 'Below each message you see what each bot did with it: answer, wait or stay silent, and why.',
  },
}

/** `papers, data and statistics`. */
function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
