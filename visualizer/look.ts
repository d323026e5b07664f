// Language and theme: as they were chosen before, else as the browser and the system are set.
import { loadWords } from './load-words.ts'
import { preferredLang, recall, remember } from './remembered.ts'
import { setState, type State } from './store.ts'

export function chooseLook(): void {
  showLang(preferredLang())
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => showTheme((recall('theme') || (system.matches ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light')
  follow()
  system.addEventListener('change', follow)
}

export async function chooseLang(lang: State['lang']): Promise<void> {
  if (!(await loadWords(lang))) return
  remember('lang', lang)
  showLang(lang)
}

function showLang(lang: State['lang']): void {
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
  setState({ lang })
}

export const chooseTheme = (theme: State['theme']): void => {
  remember('theme', theme)
  showTheme(theme)
}

function showTheme(theme: State['theme']): void {
  document.documentElement.dataset['theme'] = theme
  setState({ theme })
}
