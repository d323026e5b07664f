// The report as one page that opens from disk: data, style and script inside, nothing fetched, nothing foreign run.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { InputError } from '../failure.ts'
import type { ReportData } from './series.ts'

const modules = [
  'words.js',
  'time.js',
  'course.js',
  'element.js',
  'canvas.js',
  'contents.js',
  'plots.js',
  'figures.js',
  'turns.js',
  'page.js',
]

const styles = ['colours.css', 'report.css', 'parts.css']

/** Tries the file at once: what cannot be written is known before the talk is played. Throws InputError. */
export function openReport(path: string) {
  try {
    closeSync(openSync(path, 'a'))
  } catch (error) {
    const why = (error as Error).message
    throw new InputError(`the report cannot be written to ${path}: ${why}: give --report a file that you may write`, {
      cause: error,
    })
  }
  return { write: (data: ReportData): void => writeFileSync(path, reportPage(data)) }
}

export function reportPage(data: ReportData): string {
  const uplot = `/* uPlot, MIT License, Copyright (c) 2022 Leon Sorokin */\n${inPackage('uPlot.iife.min.js')}`
  const script = modules.map(moduleText).join('\n')
  const style = [inPackage('uPlot.min.css'), ...styles.map(inPage)].join('\n')
  const policy = `default-src 'none'; script-src ${hashOf(uplot)} ${hashOf(script)}; style-src ${hashOf(style)}`
  // A `<` in the data could end its element or begin another.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const parts: Record<string, string> = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    style: `<style>${style}</style>`,
    data: `<script id="data" type="application/json">${json}</script>`,
    scripts: `<script>${uplot}</script>\n<script type="module">${script}</script>`,
  }
  return inPage('report.html').replaceAll(/<!-- (\w+) -->/g, (_, name: string) => parts[name] ?? '')
}

/** Joined with the others into one script: they import each other alone, and share no name. */
const moduleText = (file: string): string =>
  inPage(file)
    .replaceAll(/^import [^;]*? from '.*'$/gm, '')
    .replaceAll(/^export /gm, '')

const inPage = (file: string): string => readFileSync(join(import.meta.dirname, 'page', file), 'utf8')
const inPackage = (file: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`uplot/dist/${file}`), 'utf8')
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
