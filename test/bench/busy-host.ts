// `node busy-host.ts FOLDER GROUPS MESSAGES`: works through a store full of groups and prints its resident MB.
import { messageCost, quietAt } from './group-fleet.ts'
import { residentMb } from './process-figures.ts'

const [folder = '', groups, messages] = process.argv.slice(2)
messageCost({ folder, groups: Number(groups) }, { messages: Number(messages), hotActors: 2_000, startAt: quietAt })()
process.stdout.write(String(residentMb(process.pid)))
