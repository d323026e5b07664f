// Longer notes of the help.

export const replayNotes = `
Try your bots on last week's talk before you let them in. Without --model no model is called: a rehearsal decides by
shared words, which shows the gates, the budget and the waits, and is the same every time. With --model the bots' calls
go to the real endpoint; virtual time stands still meanwhile, then advances by what the call took (--latency 900 makes
runs comparable). It says first how many calls to expect, stops at --max-calls and --max-tokens, and ends with the bill.
Ctrl+C ends it with the figures so far; 401, 404 and an endpoint that is not there end it at once.

With several --bot, each is in every group and hears the others, as in service. Recorded lines of a bot's name are its
own. The recorded people said what they said: they hear no bot.
--json prints one object; with several bots {bots: {NAME: {…}}, total: {…}}, with a model also model: {calls, tokens, …}.`

export const evalKeys = `
A bot plays each participant in turn, in the groups where that one speaks or is addressed. Other settings, or bots of a
participant's name with a role and expertise, come with --config. A model is asked in one play, by names alone.

Keys of --json: file, decide, seed, lines, duplicates (left out of lines), rejected, interrupted,
cut (plays that were cut off), elapsedMs, model {estimatedCalls, calls, tokens, latencyMs, maxCalls, cut, …} or null,
everybody (null with --bot), bots [{bot, …figures}], leftOut (addressed participants beyond them), pooled {…figures},
baselines {silent, always}: what a bot that is always silent, and one that answers everything, scores.
Lines of bots and the system (bot, system: true) are read and never count as addressed to anybody.
everybody looks for each participant's name: participants, addressed, named, hits, ofAddressees, ofTalkers, precision,
  precisionInTalk (who is named takes part in the conversation), recall (named by addressed messages). Figures:
  messages, own, labelled, addressed
  detection  byName {found, withinConversation, withChain, followUps, withFollowUps}, byLink {found} or null:
             each {hits, wrong, missed, precision, recall, f1}; followUps: of what no name told;
             withinConversation {hits, wrong, precision}: who is named talks in that conversation
  byName, byLink (or null: the file has no replyTo and no mentions)
    heard    messages played
    spoke    turns, messages: each as above; unfinished; silenced {gate: {reason: messages}}
    cost     others, decisions, rejudgements, compositions, calls {gate: n}, replies, tokens, skips {gate: turns}, errors {kind: calls},
             callShare (every model call by others' messages), callsPerReply
    wanted   what the participant answered in the recording: answered, judged, judgedLate (2 min), spokenTo,
             unfinished, stopped {gate: messages}, judgedShare`

export const scenarioNotes = `
Scenarios are YAML files: a cast, talk with times, and what a member would want of each moment (MUST, MAY, SILENT); the
format is scenarios/scenario.schema.json. They are played with the rehearsal, or with --model; then a call takes 1500 ms of
virtual time unless --latency says otherwise, and as long as --patience allows in real time.
Keys of --json for scenarios: model, decide, seed, figures, baselines {alwaysSilent, onlyAddressed, alwaysAnswers: figures},
  calls, tokens, unfinished [file], elapsedMs, scenarios [{file, title, language, asWanted, moments [{want, line, outcome,
  faults, by, waitMs?, toItsLine?, why?}], needless [id], doubles [id], calls, tokens, room [{id, group, atMs, who, bot,
  text, replyTo?}]}]. Outcomes: met, missed, needless, wrong, free (MAY). Figures: counted, must {moments, met, missed,
  wrong}, silent {moments, met, needless, wrong}, needlessPosts, doubles, toItsLine {answers, right}, medianWaitMs,
  medianOpenWaitMs, asWanted (moments met by moments that count, stray posts and doubles).`
