// Builds the page with the plain chat and the page around Stately's inspector, and with `--mode report` the replay report: one file, script and style inside.
// `npx vite` serves the page for its makers and passes the feed on to a running service.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = process.env['CHIME_URL'] ?? 'http://127.0.0.1:7171'
const root = fileURLToPath(new URL('visualizer', import.meta.url))
const pages = ['index.html', 'chat/index.html', 'stately/index.html'].map((name) => join(root, name))
const target = 'es2024'
const licences =
  '/* uPlot, MIT License, Copyright (c) 2025 Leon Sorokin; React, MIT License, Copyright (c) Meta Platforms, Inc. */'

export default defineConfig(({ mode }) => ({
  root,
  base: '/visualizer/',
  plugins: mode === 'report' ? [react(), oneFile()] : [react(), wordsByLanguage(), namedConstructs()],
  build:
    mode === 'report'
      ? {
          outDir: 'dist/report',
          target,
          modulePreload: false,
          // Every word is in it.
          rolldownOptions: { input: join(root, 'report/index.html'), checks: { ineffectiveDynamicImport: false } },
        }
      : // The page's content security policy knows no `data:` addresses.
        {
          outDir: 'dist',
          emptyOutDir: true,
          target,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          // What several pages begin with is one file, what the first alone does another: they pack better than a dozen.
          rolldownOptions: {
            input: pages,
            output: {
              codeSplitting: {
                groups: [
                  fileOf('shared', 2, (from, ever) => from.length > 1 || (from.length === 1 && ever.length > 1)),
                  fileOf('index', 1, (from) => from.join() === pages[0]),
                ],
              },
            },
          },
        },
  server: { host: '127.0.0.1', proxy: { '/api': service } },
}))

/** One file of all modules of which `isDue` says so, given the pages that begin with them, and those that may fetch them ever. */
const fileOf = (name: string, priority: number, isDue: (from: string[], ever: string[]) => boolean) => ({
  debugName: name,
  priority,
  name: (id: string, known: Known) => (isDue(pagesWith(id, known), pagesWith(id, known, true)) ? name : null),
})

interface Known {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null
}

function pagesWith(id: string, known: Known, ever = false, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  if (pages.includes(id)) return [id]
  const { importers = [], dynamicImporters = [] } = known.getModuleInfo(id) ?? {}
  return [...importers, ...(ever ? dynamicImporters : [])].flatMap((by) => pagesWith(by, known, ever, seen))
}

/**
 * The words of a language (`*-en.ts`, `*-zh.ts`) are a part of the page of their own, fetched where one of them is
 * imported dynamically. Whoever imports them statically has empty tables until then.
 */
function wordsByLanguage(): Plugin {
  const folders = ['visualizer', 'src/outcomes'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
  const tables = folders.flatMap((cwd) => globSync('**/*-{en,zh}.ts', { cwd }).map((name) => join(cwd, name)))
  const named = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
  const fill = (file: string, i: number) => [
    `import * as told${i} from '${file}?told'`,
    ...named(file).map((name) => `Object.assign(empty.${name}, told${i}.${name})`),
  ]
  return {
    name: 'words-by-language',
    apply: 'build',
    enforce: 'pre',
    resolveId: (name) => (/-(en|zh)\.ts$/.test(name) ? '\0words' : name.startsWith('\0words') ? name : null),
    resolveDynamicImport(name) {
      const lang = typeof name === 'string' && /-(en|zh)\.ts$/.exec(name)?.[1]
      return lang ? `\0words-${lang}` : null
    },
    load(id) {
      if (id === '\0words')
        return tables.flatMap((file) => named(file).map((name) => `export const ${name} = {}`)).join('\n')
      if (!id.startsWith('\0words-')) return null
      const ofLang = tables.filter((file) => file.endsWith(`${id.slice(-3)}.ts`))
      return ["import * as empty from '\0words'", ...ofLang.flatMap(fill)].join('\n')
    },
  }
}

/**
 * The reader of markdown hands a whole module on as a value. For that the bundler has a helper, which would be a script of
 * its own as soon as a part that is fetched later needs it: so it is an object of what the module exports.
 */
function namedConstructs(): Plugin {
  const names = 'attentionMarkers, contentInitial, disable, document, flow, flowInitial, insideSpan, string, text'
  const changes = {
    'constructs.js': (code: string) => `${code}\nexport const constructs = { ${names} };`,
    'parse.js': (code: string) => code.replace('* as defaultConstructs', '{ constructs as defaultConstructs }'),
  }
  return {
    name: 'named-constructs',
    apply: 'build',
    transform(code, id) {
      const change = Object.entries(changes).find(([name]) => id.endsWith(`/micromark/lib/${name}`))
      return change ? change[1](code) : null
    },
  }
}

/** `report.html` alone: nothing is fetched, and the policy lets only its own script and style run. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle: {
      // After Vite has put in what its dynamic imports preload.
      order: 'post',
      handler(_options, bundle) {
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
    },
  }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
