// The thread in which a chart is drawn: ELK works without a pause, and its memory goes with the thread.
import { parentPort, workerData } from 'node:worker_threads'
import type { Chart } from '../../../machines/graph.ts'
import type { Detail } from '../contract.ts'
import { drawChart } from './draw-chart.ts'

const { chart, detail } = workerData as { chart: Chart; detail?: Detail }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage(await drawChart(chart, detail))
