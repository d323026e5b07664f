// A topic of a group whose topics are apart is a group of its own: how it is called, and what a name is of.

export interface TopicPlace {
  /** As the channel calls it. */
  group: string
  /** The channel's id of the topic. */
  topic?: string
}

const mark = '#topic/'
/** An encoded topic has neither # nor /: behind the last mark stands nothing that a chat could have put there. */
const named = /^(.+)#topic\/([^#/]*)$/s

/** A chat whose own name looks like that of a topic gets an empty topic, so that no two places have one name. */
export function topicGroup(group: string, topic = ''): string {
  if (topic !== '') return `${group}${mark}${encodeURIComponent(topic.toWellFormed())}`
  return named.test(group) ? `${group}${mark}` : group
}

/** The other way round. */
export function topicPlace(name: string): TopicPlace {
  const [, group, topic] = (name.includes(mark) && named.exec(name)) || []
  if (group === undefined || topic === undefined) return { group: name }
  return { group, ...(topic !== '' && { topic: decoded(topic) }) }
}

/** The group as the channel and the configuration call it. */
export const baseOf = (name: string): string => (name.includes(mark) ? topicPlace(name).group : name)

function decoded(topic: string): string {
  try {
    return decodeURIComponent(topic)
  } catch {
    // No name of ours.
    return topic
  }
}
