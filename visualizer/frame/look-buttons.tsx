// The other language, and light or dark.
import { useWords } from '../i18n.ts'
import { chooseLang, chooseTheme } from '../look.ts'
import { useStore } from '../store.ts'

export function LookButtons() {
  const words = useWords()
  const theme = useStore((state) => state.theme)
  const other = words.lang === 'en' ? 'zh' : 'en'
  return (
    <>
      <button type="button" className="ghost" lang={other} onClick={() => void chooseLang(other)}>
        {words.otherLanguage}
      </button>
      <button
        type="button"
        className="ghost icon"
        aria-label={words.theme}
        title={words.theme}
        onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        ◐
      </button>
    </>
  )
}
