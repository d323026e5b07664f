// Mutants of what bots may do: who may, where files are, what a command reaches and when it ends, what is fetched.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('src/tools/')
const rights = of('rights')
const registry = of('registry')
const workspace = of('workspace')
const files = of('fs/replace')
const quota = of('fs/quota')
const box = of('bash/box')
const boxed = of('bash/run-boxed')
const get = of('web/get')
const fetched = of('web/fetch')
const spilled = of('spill')
const modules = of('modules/load-tools')
const moduleTool = of('modules/guarded-tool')
const pins = of('mcp/pins')
const mcpTools = of('mcp/mcp-tools')
const mcpLine = of('mcp/connect-server')
const mcpProgram = of('mcp/stdio-transport')
const mcpService = of('mcp/http-transport')

export const toolMutants: MutantArea = {
  tests: ['test/tools'],
  mutants: [
    modules('a module takes a name of the house', 'if (housePrefixes.has(prefix))', "if (prefix === '')"),
    modules('two modules share a prefix', 'prefixesOf(before).has(prefix)', "prefixesOf(before).has('')"),
    moduleTool('what a module gives is the house’s own', 'given.readsOutside !== false', 'given.readsOutside === true'),
    moduleTool('two rooms share a key', 'hashOf([name, context.place, context.call])', 'hashOf([name, context.call])'),
    moduleTool('one that hangs is waited for', 'over.reject(signal.reason as Error)', ''),
    rights('nobody may use everything', 'askers.length === 0 || ', ''),
    rights('a peer may use what its id may', "kind !== 'person'", "kind === 'system'"),
    rights('one operator among the askers is enough', 'askers.every(({ id })', 'askers.some(({ id })'),
    rights('a channel’s groups are its talks of two', '(!oneToOne && isChannel(named)', '(isChannel(named)'),
    rights('members get the shell', "by === 'operators' && (oneToOne", '(oneToOne'),
    rights('all tools are the shell, too', 'tools.includes(name) && by', "tools.includes('*') || by"),
    rights('a channel that is named gives the shell', 'groups.includes(group)))', 'groups.length > 0))'),
    rights('all tools are those of MCP servers, too', '(!name.startsWith(mcpPrefix) &&', '(name !== mcpPrefix &&'),
    pins('a server describes its tools as it likes', 'pin.pinned.hash === described.hash', 'pin.tool === tool'),
    pins('whatever is offered now is accepted', 'hash !== shownHash(offered)', 'hash === ""'),
    mcpTools('a server says that its tools only read', "isRead ? 'read' : 'once'", "'read'"),
    mcpTools('what a server gives is not from outside', 'readsOutside: true,', ''),
    mcpTools('a call does not ask whether it has changed', 'now() - server.listedAt > freshMs', 'now() < 0'),
    mcpLine('a server that hangs stays', 'void checkAlive()', ''),
    mcpProgram(
      'a server is given the environment',
      "env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...env }",
      'env: { ...process.env, ...env }',
    ),
    mcpProgram(
      'what a server has started stays',
      'process.kill(-child.pid, signal)',
      'process.kill(child.pid, signal)',
    ),
    mcpService('an address of this network is asked', 'leadsToLoopback(url)', "url !== ''"),
    mcpService('an answer has no end', 'length > maxBytes', 'length < 0'),
    registry('what is not on offer is called', 'if (!offered.includes(tool.name))', 'if (offered.length < 0)'),
    registry('unknown arguments are dropped', 'schema.strict()).safeParse(given)', 'schema).safeParse(given)'),
    workspace(
      'a folder on the way may be a link',
      'const flags = O_PATH | O_DIRECTORY | O_NOFOLLOW',
      'const flags = O_PATH | O_DIRECTORY',
    ),
    workspace(
      'what was looked at is opened by its name',
      'return await open(`/proc/self/fd/${named.fd}`',
      'return await open(path',
    ),
    workspace('`..` leads out', 'throw new ToolError(`${shown} leads out of the workspace`)', 'names.push(name)'),
    workspace('a FIFO is opened', "kind === 'file' && !stat.isFile()", "kind === 'file' && stat.isSocket()"),
    files('a link is written over', 'if (old && !old.isFile())', 'if (old && old.isFIFO())'),
    files('a workspace may hold anything', '!own && (!old || more > 0)', 'more < 0'),
    quota('a command may fill the disk', 'now > most && (now > atStart', 'now > most && (now < atStart'),
    box(
      'the service’s environment is passed on',
      "'--hostname', 'workspace', '--clearenv']",
      "'--hostname', 'workspace']",
    ),
    box('the system can be written', "'--remount-ro', '/dev', '--remount-ro', '/', ", ''),
    box('any number of processes', '`--nproc=${boxLimits.processes}`,', ''),
    boxed(
      'what the service was started with can be read',
      "env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }",
      'env: process.env',
    ),
    boxed('who stops the work waits for its command', "signal.addEventListener('abort', stop, { once: true })", ''),
    boxed(
      'a command ends when it likes',
      "setTimeout(() => end('late'), timeoutMs)",
      "setTimeout(() => end('late'), 3 * timeoutMs)",
    ),
    boxed('output has no end', 'if (output.total() > mostOutput)', 'if (output.total() < 0)'),
    get(
      'a redirect leads anywhere',
      'addressOf(headers.location, url), wanted, redirects - 1',
      'addressOf(headers.location, url), wanted, redirects',
    ),
    get('a page has any size', 'if (length > most) break', 'if (length < 0) break'),
    get('no time is too long', 'AbortSignal.any([signal, late])', 'signal'),
    fetched(
      'an address of this machine is fetched',
      'http: new RequestFilteringHttpAgent(filter)',
      'http: new RequestFilteringHttpAgent({ allowPrivateIPAddress: true })',
    ),
    fetched('a page ends its own block', "text.replaceAll(/<(?=\\/?\\s*page\\b)/gi, '< ')", 'text'),
    spilled('what lies in the middle is lost', 'offset: head.length })', 'offset: whole.length })'),
  ],
}
