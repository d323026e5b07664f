// The floor: another bot of this service begins to post, and drafts wait for its message (L3).

export const onFloor = {
  'floor.taken': { actions: 'keepFloor' },
  'floor.freed': { actions: 'freeFloor' },
} as const
