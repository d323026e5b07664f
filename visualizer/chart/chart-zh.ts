// The words around a chart, in Chinese.
import type { chartEn } from './chart-en.ts'

export const chartZh: typeof chartEn = {
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
}
