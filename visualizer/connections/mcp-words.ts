// The line to an MCP server in words, loaded with the dialog that shows it.
import type { ConnectionRow } from '../../src/feed/contract.ts'
import type { Lang } from '../time-text.ts'

type ToolsOff = NonNullable<ConnectionRow['toolsOff']>

interface McpWords {
  title: (server: string) => string
  toolsOff: (off: ToolsOff) => string
  reason: (said: string) => string
}

type Whys = Record<ToolsOff[number]['why'], string>

const whysEn: Whys = {
  changed: 'described in other words than before; an operator accepts them with ,mcp.accept',
  missing: 'the server has no such tool',
  unfit: 'its description cannot be told to a model',
}

const whysZh: Whys = {
  changed: '说明已改变，操作员用 ,mcp.accept 接受',
  missing: '服务器没有这个工具',
  unfit: '它的说明不能交给模型',
}

export const mcpWords: Record<Lang, McpWords> = {
  en: {
    title: (server) => `${server}, an MCP server`,
    toolsOff: (off) => `Off: ${off.map(({ tool, why }) => `${tool} (${whysEn[why]})`).join('; ')}`,
    reason: (said) => said,
  },
  zh: {
    title: (server) => `${server}（MCP 服务器）`,
    toolsOff: (off) => `已关闭：${off.map(({ tool, why }) => `${tool}（${whysZh[why]}）`).join('；')}`,
    reason: (said) => `“${said}”`,
  },
}
