// Where a party takes place: rooms of a real channel with people in them, before any bot comes.

export interface Said {
  room: string
  /** The name of who said it. */
  by: string
  text: string
  /** What it answers, by the id that was given to `say`. */
  replyTo?: string
}

export interface Scene {
  /** What the bots' log calls a room. */
  groupOf(room: string): string
  /** The channels of a process with these bots. */
  channels(bots: readonly string[]): object
  /** Ids of the bots of a process that tell when they are online. */
  online(bots: readonly string[]): readonly string[]
  /** The bots are there: `url` is the address of the first process. */
  begin(url: string): void
  say(line: { room: string; who: string; id: string; text: string }): Promise<void>
  /** Rejects when people cannot hear or speak any more. */
  broken: Promise<never>
  /** After the bots have gone. */
  stop(): Promise<void>
}

export interface SceneOf {
  rooms: readonly string[]
  people: readonly string[]
  bots: readonly { id: string; name: string }[]
  /** What people see of bots. */
  seen(said: Said): void
  /** Hears of processes that must not outlive the party. */
  watch(pid: number | undefined): void
}
