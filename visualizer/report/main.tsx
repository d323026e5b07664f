// Starts the report: what was chosen before, and the data that `chime replay --report` wrote into the page.
import '../theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { ReportData } from '../../src/cli/replay/report-contract.ts'
import { chooseLook } from '../look.ts'
import { Report } from './report.tsx'

chooseLook()
const [root, data] = ['root', 'data'].map((id) => document.getElementById(id))
if (root && data?.textContent)
  createRoot(root).render(
    <StrictMode>
      <Report data={JSON.parse(data.textContent) as ReportData} />
    </StrictMode>,
  )
