// What a reader chose, kept by the browser.
import type { Lang } from './time-text.ts'

export function recall(name: string): string {
  try {
    return localStorage.getItem(`chime.${name}`) ?? ''
  } catch {
    return ''
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`chime.${name}`, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export const preferredLang = (): Lang => ((recall('lang') || navigator.language).startsWith('zh') ? 'zh' : 'en')
