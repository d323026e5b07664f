// A verdict of a failed model call in the language of the page, as far as its wording is known.

export interface FailureWords {
  kinds: Record<string, string>
  /** A whole failure in English, and what it says; `$1` is its first part. */
  forms: readonly (readonly [english: RegExp, words: string])[]
}

/** `kind: failure; failure`. Undefined: nothing of it is known, as when a model says something of the kind. */
export function failureInWords(why: string, { kinds, forms }: FailureWords): string | undefined {
  const at = why.indexOf(': ')
  const kind = why.slice(0, Math.max(at, 0))
  if (!Object.hasOwn(kinds, kind)) return undefined
  const parts = why.slice(at + 2).split('; ')
  const told = parts.map((part) => {
    // Of several models the name stands in front.
    const [, name = '', rest = ''] = /^(\S+: )(.*)$/s.exec(part) ?? []
    const known = inForms(part, forms)
    if (known !== undefined) return known
    const behind = inForms(rest, forms)
    return behind === undefined ? part : name + behind
  })
  return told.every((part, i) => part === parts[i]) ? undefined : `${kinds[kind]}：${told.join('；')}`
}

function inForms(part: string, forms: FailureWords['forms']): string | undefined {
  const [english, words] = forms.find(([each]) => each.test(part)) ?? []
  return english && words !== undefined ? part.replace(english, words).replace('（）', '') : undefined
}
