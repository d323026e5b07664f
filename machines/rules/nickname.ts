// The nickname that a bot takes in a room: its name, or the nearest one that the room accepts.

export interface Nickname {
  /** Asked for, or what the room says it is. */
  shown: string
  base: string
  /** Of characters that every server knows. */
  plain: string
  /** Numbers tried because somebody else has the name. */
  conflicts: number
}

const mostConflicts = 4

/** `local`: the first part of the bot's address. A server knows no newer characters than its Unicode: `Iris 🦊` goes as `Iris`. */
export const nicknameOf = (name: string, local: string): Nickname => ({
  shown: name,
  base: name,
  plain: name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim() || local,
  conflicts: 0,
})

/** Whether there is another one to try after this refusal of the room (RFC 6120, 8.3.3). */
export const hasAnother = ({ base, plain, conflicts }: Nickname, condition: string): boolean =>
  (condition === 'conflict' && conflicts < mostConflicts) || (condition === 'jid-malformed' && base !== plain)

/** The one to try after this refusal; where there is no other, the first one again. */
export function nextNickname(nickname: Nickname, condition: string): Nickname {
  const { plain, conflicts } = nickname
  if (condition === 'conflict' && conflicts < mostConflicts)
    return { ...nickname, conflicts: conflicts + 1, shown: `${nickname.base} ${conflicts + 2}` }
  const base = condition === 'jid-malformed' ? plain : nickname.base
  return { ...nickname, base, shown: base, conflicts: 0 }
}

/** The room says so. */
export const namedByRoom = (nickname: Nickname, shown: string): Nickname => ({ ...nickname, shown, conflicts: 0 })
