// The words around a chart; names from the machines stay as they are.

export const chartEn = {
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
