// What came of a command, as a block: nothing that stands in it ends it.

export const commandBlock = (name: string, status: 'ok' | 'error', text: string): string =>
  `<command name=${JSON.stringify(name)} status="${status}">\n${text.replaceAll(/<(?=\/?command\b)/giu, '&lt;')}\n</command>`
