// The words around a chart.
import { useWords } from '../i18n.ts'
import { chartEn } from './chart-en.ts'
import { chartZh } from './chart-zh.ts'

const chartWords = { en: chartEn, zh: chartZh }

export const useChartWords = () => chartWords[useWords().lang]
