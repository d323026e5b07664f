// The words around a chart, in both languages; names from the machines stay as they are.
import { useWords } from '../i18n.ts'
import type { Lang } from '../time-text.ts'

const en = {
  chart: 'Statechart',
  active: 'active',
  nothing: 'nothing is active yet',
  zoomIn: 'Zoom in (+)',
  zoomOut: 'Zoom out (−)',
  fit: 'Fit (0)',
  focus: 'Focus: follow what is active (f)',
  gate: 'gate',
  when: 'when',
  otherwise: 'otherwise',
  running: 'timers',
  keys: 'Arrow keys move, plus and minus zoom, 0 or a double click fits, f follows what is active, o switches between overview and all transitions, Tab reaches the states, Enter or a click shows the edges of one.',
  taken: 'just taken',
  overview: 'Overview',
  full: 'All transitions',
  drawing: 'How much the chart shows (o)',
}

const chartWords: Record<Lang, typeof en> = {
  en,
  zh: {
    chart: '状态图',
    active: '活动',
    nothing: '尚无活动状态',
    zoomIn: '放大 (+)',
    zoomOut: '缩小 (−)',
    fit: '全图 (0)',
    focus: '聚焦：跟随活动状态 (f)',
    gate: '闸门',
    when: '当',
    otherwise: '否则',
    running: '定时器',
    keys: '方向键移动，加减键缩放，0 或双击显示全图，f 聚焦，o 切换概览与全部转移，Tab 进入状态，Enter 或点击显示该状态的转移。',
    taken: '刚刚发生',
    overview: '概览',
    full: '全部转移',
    drawing: '图的详略 (o)',
  },
}

export const useChartWords = () => chartWords[useWords().lang]
