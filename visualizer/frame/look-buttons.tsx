// The other language, and light or dark.
import { chooseLang, chooseTheme } from '../look.ts'
import type { ComponentProps } from 'react'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'

export function LanguageButton() {
  const words = useWords()
  const other = words.lang === 'en' ? 'zh' : 'en'
  return (
    <button type="button" className="ghost" lang={other} onClick={() => void chooseLang(other)}>
      {words.otherLanguage}
    </button>
  )
}

export function LookButtons() {
  const words = useWords()
  const theme = useStore((state) => state.theme)
  return (
    <>
      <LanguageButton />
      <SignButton sign="◐" name={words.theme} onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')} />
    </>
  )
}

/** `keyName`: of the key that does the same. */
export const SignButton = ({ sign, name, keyName, ...props }: SignButtonProps) => (
  <button
    type="button"
    className="ghost icon"
    aria-label={name}
    title={keyName ? `${name} (${keyName})` : name}
    {...props}
  >
    {sign}
  </button>
)

type SignButtonProps = ComponentProps<'button'> & Record<'sign' | 'name', string> & { keyName?: string }
