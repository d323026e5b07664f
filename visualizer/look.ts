// In which language and theme the page is shown, as it was chosen before, else as the browser and the system are set.
import { loadWords } from './load-words.ts'
import { followTheme, preferredLang, remember } from './remembered.ts'
import { setState, type State } from './store.ts'

export async function chooseLang(lang: State['lang']): Promise<void> {
  if (!(await loadWords(lang))) return
  remember('lang', lang)
  showLang(lang)
}

function showLang(lang: State['lang']): void {
  document.documentElement.lang = lang
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

export function chooseLook(): void {
  showLang(preferredLang())
  followTheme(showTheme)
}
