// The report as one page that opens from disk: the built page with the data in it.
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../terminal/failure.ts'
import type { ReportData } from './report-contract.ts'

const builtPage = join(import.meta.dirname, '../../../visualizer/dist/report/report.html')
const place = '<script id="data" type="application/json">'

/** Tries both files at once: what cannot be read or written is known before the talk is played. Throws InputError. */
export function openReport(path: string, built = builtPage) {
  const page = pageIn(built)
  try {
    closeSync(openSync(path, 'a'))
  } catch (error) {
    const why = (error as Error).message
    throw new InputError(`the report cannot be written to ${path}: ${why}: give --report a file that you may write`, {
      cause: error,
    })
  }
  return { write: (data: ReportData): void => writeFileSync(path, withData(page, data)) }
}

function pageIn(built: string): string {
  try {
    return readFileSync(built, 'utf8')
  } catch (error) {
    throw new InputError('the page of --report is not built yet: run `npm run build:visualizer`, then try again', {
      cause: error,
    })
  }
}

function withData(page: string, data: ReportData): string {
  const at = page.lastIndexOf(place) + place.length
  // A `<` in the data could end its element or begin another.
  return `${page.slice(0, at)}${JSON.stringify(data).replaceAll('<', '\\u003c')}${page.slice(at)}`
}
