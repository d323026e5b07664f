// Builds the page with the plain chat, and with `--mode report` the replay report: one file, script and style inside.
// `npx vite` serves the page for its makers and passes the feed on to a running service.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = process.env['CHIME_URL'] ?? 'http://127.0.0.1:7171'
const root = fileURLToPath(new URL('visualizer', import.meta.url))
const pages = ['index.html', 'chat/index.html'].map((name) => join(root, name))
const target = 'es2024'
const licences =
  '/* uPlot, MIT License, Copyright (c) 2025 Leon Sorokin; React, MIT License, Copyright (c) Meta Platforms, Inc. */'

export default defineConfig(({ mode }) => ({
  root,
  base: '/visualizer/',
  plugins: mode === 'report' ? [react(), oneFile()] : [react()],
  build:
    mode === 'report'
      ? {
          outDir: 'dist/report',
          target,
          modulePreload: false,
          rolldownOptions: { input: join(root, 'report/index.html') },
        }
      : // The page's content security policy knows no `data:` addresses.
        { outDir: 'dist', emptyOutDir: true, target, assetsInlineLimit: 0, rolldownOptions: { input: pages } },
  server: { host: '127.0.0.1', proxy: { '/api': service } },
}))

/** `report.html` alone: nothing is fetched, and the policy lets only its own script and style run. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const of = (end: string) =>
        Object.values(bundle)
          .filter(({ fileName }) => fileName.endsWith(end))
          .map((file) => String(file.type === 'chunk' ? file.code : file.source))
      const [[script = '', ...others], [style = ''], [page = '']] = [of('.js'), of('.css'), of('.html')]
      if (others.length > 0) throw new Error('the report would need a second script: import nothing lazily')
      // Neither may end its element, or begin a comment in it.
      const code = `${licences}\n${script}`.replaceAll(
        /<(\/script|!--)/gi,
        (_all, rest: string) => String.raw`\x3c${rest}`,
      )
      const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(style)}`
      const head = [
        `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        `<style>${style}</style>`,
        `<script type="module">${code}</script>`,
      ]
      const bare = page.replaceAll(/^\s*<(script|link) .*(src|href)=.*\n/gm, '')
      for (const name of Object.keys(bundle)) delete bundle[name]
      this.emitFile({
        type: 'asset',
        fileName: 'report.html',
        source: bare.replace('<!-- parts -->', () => head.join('\n')),
      })
    },
  }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
