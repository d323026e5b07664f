// The demo in English: an afternoon of a small team.
import type { Scene } from './perform.ts'

export const english: Scene[] = [
  {
    title: 'Small talk: nobody needs a bot',
    room: 'web:lobby',
    lines: [
      { at: 0, who: 'Ann', text: 'Back from lunch, and the coffee machine is alive again!' },
      { at: 2, who: 'Ben', text: 'Best news of the week.' },
      { at: 4, who: 'Cleo', text: 'Two for me, please.' },
    ],
  },
  {
    title: 'An open question in the field of one',
    room: 'web:lobby',
    lines: [{ at: 24, who: 'Ann', text: 'Which statistics fit an experiment with so little data?' }],
  },
  {
    title: 'A mention is answered at once',
    room: 'web:lobby',
    lines: [{ at: 56, who: 'Ben', text: '@Rex is this refactoring worth a review before four?' }],
  },
  {
    title: 'A follow-up names nobody and waits for no cooldown',
    room: 'web:lobby',
    lines: [{ at: 72, who: 'Ben', text: 'And do the tests cover the slow path?' }],
  },
  {
    title: 'Aimed at a person: no bot joins in, and no model is asked',
    room: 'web:lobby',
    lines: [
      { at: 104, who: 'Ann', text: 'Cleo, have you saved the data of the second experiment?' },
      { at: 106, who: 'Cleo', text: 'On the shared drive since noon.' },
    ],
  },
  {
    title: 'A person is faster than the draft',
    room: 'web:lobby',
    lines: [
      { at: 127, who: 'Ben', text: 'Does anybody know a paper about checkout pages on phones?' },
      {
        cue: { bot: 'iris', does: 'waits' },
        at: 4,
        who: 'Cleo',
        text: 'I have two papers about checkout pages on phones, sending them now.',
      },
    ],
  },
  {
    title: 'Everybody at once: a sign and a short line, no more',
    room: 'web:lobby',
    lines: [
      { at: 158, who: 'Ann', text: 'They moved the demo. It is in ten minutes!' },
      { at: 159, who: 'Ben', text: 'WHAT' },
      { at: 160, who: 'Cleo', text: 'My slides are not done.' },
      { at: 162, who: 'Ann', text: 'Take the old ones, with the cat?' },
      { at: 163, who: 'Ben', text: 'Everybody likes the cat.' },
      { at: 165, who: 'Cleo', text: 'Iris, wish us luck!' },
      { at: 177, who: 'Ben', text: 'Rex, quick: do the tests pass?' },
    ],
  },
  {
    title: 'The budget is spent: a sign now, the answer later',
    room: 'web:lobby',
    lines: [{ at: 192, who: 'Ben', text: 'Rex, and are there any bugs left?' }],
  },
  {
    title: 'Another room. Two could answer, the better suited does',
    room: 'web:release',
    lines: [{ at: 202, who: 'Ann', text: 'Would a review of the tests or the data tell us if we ship a bug?' }],
  },
  {
    title: 'Bots among themselves fall silent',
    room: 'web:release',
    lines: [
      { at: 214, who: 'Kit', bot: true, text: '@Rex build 41: two tests failed on main.' },
      {
        cue: { bot: 'rex', does: 'says' },
        at: 3,
        who: 'Kit',
        bot: true,
        text: '@Rex build 42: the same two tests failed again.',
      },
      {
        cue: { bot: 'rex', does: 'says' },
        at: 3,
        who: 'Kit',
        bot: true,
        text: '@Rex build 43: still two tests.',
      },
    ],
  },
  {
    title: 'A person’s word wakes them',
    room: 'web:release',
    lines: [{ at: 240, who: 'Ann', text: 'Enough, Kit. Rex, how do we mend these two tests?' }],
  },
  {
    title: 'In the first room the budget is free again',
    room: 'web:lobby',
    lines: [],
    opensWith: 'rex',
  },
]
