// What the chart's guards and actions read off an event.
import type { Composed, Decision, Delivered, Failure } from './children.ts'
import type { CommandEvent, FloorEvent, GroupEvent, MessageRef } from './types.ts'

/** Throws outside of `message.received`: the chart never asks there. */
export function messageOf(event: GroupEvent): MessageRef {
  if (event.type !== 'message.received') throw new Error(`${event.type} is no message`)
  return currentRef(event.message)
}

/** As stores of older versions have it. */
export type OldRef = MessageRef & { elsewhere?: true; goesOn?: true }

/** An event that waited in a store may bear older names. */
export function currentRef(message: OldRef): MessageRef {
  if (!message.elsewhere && !message.goesOn) return message
  const { elsewhere: addressedToOther, goesOn: continuesOtherExchange, ...ref } = message
  return {
    ...ref,
    ...(addressedToOther && { addressedToOther }),
    ...(continuesOtherExchange && { continuesOtherExchange }),
  }
}

/** Throws at other events: the chart never asks there. */
export function commandIn(event: GroupEvent): CommandEvent {
  if (event.type !== 'command.received') throw new Error(`${event.type} is no command`)
  return event
}

/** Throws at other events: the chart never asks there. */
export function floorOf(event: GroupEvent): FloorEvent {
  if (event.type !== 'floor.taken' && event.type !== 'floor.freed') throw new Error(`${event.type} is about no floor`)
  return event
}

/** Throws at other events: the chart never asks there. */
export function progressOf(event: GroupEvent) {
  if (event.type !== 'work.progress') throw new Error(`${event.type} tells nothing of a run`)
  return event
}

/** Throws at other events: the chart never asks there. */
export function askIn(event: GroupEvent) {
  if (event.type !== 'work.asks') throw new Error(`${event.type} asks for nothing`)
  return event
}

/** Id of the message. Throws at other events: the chart never asks there. */
export function recalledIn(event: GroupEvent): string {
  if (event.type !== 'message.recalled') throw new Error(`${event.type} takes nothing back`)
  return event.message
}

/** Throws at other events: the chart never asks there. */
export function postIn(event: GroupEvent) {
  if (event.type !== 'work.posts') throw new Error(`${event.type} posts nothing`)
  return event
}

export const policyIn = (event: GroupEvent) => (event.type === 'operator.policy' ? event.policy : null)

// What a child answered, or failed with: the chart asks only where its call ends.
export const decisionIn = (event: { type: string }): Decision => (event as unknown as { output: Decision }).output
export const composedIn = (event: { type: string }): Composed => (event as unknown as { output: Composed }).output
export const deliveredIn = (event: { type: string }): Delivered => (event as unknown as { output: Delivered }).output
export const failureIn = (event: { type: string }): Failure => (event as unknown as { error: Failure }).error
