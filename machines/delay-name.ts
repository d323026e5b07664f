// The name of a delay, read off the id of its timer.

/** xstate names the timer of a delay `xstate.after.DELAY.STATE`. */
export const delayNameOf = (timer: string): string => /^xstate\.after\.([^.]+)\./.exec(timer)?.[1] ?? timer
