// The floor: another bot of this service begins to post, and its words are heard before a draft may go (L3).

export const onFloor = {
  'floor.taken': { actions: 'noteFloor' },
  'floor.freed': { actions: 'freeFloor' },
} as const
