// Longer notes of the help.

export const replayNotes = `
Try your bots on last week's talk before you let them in. Without --model nothing is asked: a rehearsal decides by shared
words, which shows the gates, the budget and the waits, and is the same every time. With --model the bots' calls go to the
real endpoint; virtual time stands still meanwhile, and what a call took passes as virtual time (--latency 900 makes plays
comparable). It says first how many calls to expect, stops at --max-calls and --max-tokens, and ends with the bill.
Ctrl+C ends it with the figures so far; 401, 404 and an endpoint that is not there end it at once.

With several --bot each of them sits in every group, and they hear each other, as they would in service. Recorded lines of
a bot's name are its own. The recorded people said what they said: they hear no bot.
--json prints one object; with several bots {bots: {NAME: {…}}, total: {…}}, with a model also model: {calls, tokens, …}.`
