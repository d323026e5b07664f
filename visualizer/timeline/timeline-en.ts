// The words around the timeline and the sequence; names from the machines stay as they are.
export const timelineEn = {
  timeline: 'Timeline',
  sequence: 'Sequence of events',
  lanes: { chat: 'Chat', turn: 'Turn', calls: 'Model', vitality: 'Vitality' },
  actors: {
    channel: 'Channel',
    group: 'Group',
    decide: 'Decide',
    compose: 'Compose',
    deliver: 'Deliver',
  },
  live: 'live',
  step: 'step',
  at: 'at',
  messages: (n: number) => `${n} messages`,
  zoomIn: 'Shorter time (+)',
  zoomOut: 'Longer time (−)',
  all: 'Whole record (0)',
  keys: 'Left and right step, Home and End go to the ends, Escape returns to live, plus and minus zoom.',
}
