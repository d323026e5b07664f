// A person over all groups of a channel: whose limits of the day a request is booked to.

/** `feishu:ou_1`. */
export const personKey = (group: string, sender: string): string => `${group.slice(0, group.indexOf(':') + 1)}${sender}`
