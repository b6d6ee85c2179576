// The names of languages in the language of the page.
import { useMemo } from 'react'
import { useLocale } from './locale.tsx'

/** Takes codes such as `de` and `pt_BR`; a code that has no name stays as it is. */
export function useLanguageName(): (code: string) => string {
  const { locale } = useLocale()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' })
    return (code) => {
      try {
        return names.of(code.replaceAll('_', '-')) ?? code
      } catch {
        return code
      }
    }
  }, [locale])
}
