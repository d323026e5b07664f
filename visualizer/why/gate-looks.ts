// How a gate looks by what it did: a glyph, and the colour of its meaning.
import type { Tone } from '../turn-state.ts'
import type { GateState } from '../../src/outcomes/story.ts'

export const gateLooks: Record<GateState, [glyph: string, tone: Tone]> = {
  passed: ['✓', 'live'],
  stopped: ['✕', 'hot'],
  failed: ['✕', 'hot'],
  waited: ['◷', 'wait'],
  pending: ['◆', 'think'],
  unreached: ['·', 'rest'],
}
