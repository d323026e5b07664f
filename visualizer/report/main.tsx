// Starts the report with the data that `chime replay --report` wrote into the page.
import type { ReportData } from '../../src/lab/replay/report-contract.ts'
import { start } from '../start.tsx'
import { Report } from './report.tsx'

const data = document.getElementById('data')?.textContent
// Not awaited: that would make a script of its own of the words.
if (data) void start(<Report data={JSON.parse(data) as ReportData} />)
