// Which permissions there are.

/** An app hears what one of a list lets through. */
export const hears = {
  oneToOne: ['im:message.p2p_msg:readonly'],
  mentionsByPeople: ['im:message.group_at_msg:readonly', 'im:message.group_at_msg.include_bot:readonly'],
  mentionsByBots: ['im:message.group_at_msg.include_bot:readonly'],
  allOfPeople: ['im:message.group_msg', 'im:message.group_msg.include_bot:read'],
  allOfBots: ['im:message.group_msg.include_bot:read'],
}

/** A call needs one of its list. */
export const needed = {
  send: ['im:message:send_as_bot', 'im:message'],
  read: ['im:message:readonly', 'im:message'],
  react: ['im:message.reactions:write_only', 'im:message'],
  chat: ['im:chat:read', 'im:chat:readonly'],
  members: ['im:chat.members:read', 'im:chat:readonly'],
}

export const historyOfGroups = 'im:message.group_msg'

/** What a bot needs to hear and do everything. */
export const allScopes: readonly string[] = [
  ...hears.oneToOne,
  ...hears.mentionsByPeople,
  ...hears.allOfPeople,
  ...Object.values(needed).flatMap(([first = '']) => first),
]
