// What people call a group: as its messages say, or asked for once.
import { LRUCache } from 'lru-cache'
import type { TelegramApi } from './api.ts'
import { chatOf } from './names.ts'

const maxTitles = 5_000
const timeoutMs = 10_000

export function makeTitles({ apis }: { apis: ReadonlyMap<string, TelegramApi> }) {
  /** undefined: it was asked for. */
  const titles = new LRUCache<string, { title?: string }>({ max: maxTitles })

  async function ask(group: string, bot: string): Promise<void> {
    const chat = chatOf(group)
    const answer = chat === undefined ? {} : await apis.get(bot)?.chat(chat, AbortSignal.timeout(timeoutMs))
    note(group, answer?.title)
  }
  function note(group: string, title: string | undefined): void {
    if (title !== undefined) titles.set(group, { title })
  }

  return {
    note,
    /** Asks in the background where it is not known. */
    of(group: string, bots: readonly string[]): string | undefined {
      const known = titles.get(group)
      const [bot] = bots
      if (known || bot === undefined) return known?.title
      titles.set(group, {})
      void ask(group, bot).catch(() => {})
      return undefined
    },
  }
}
