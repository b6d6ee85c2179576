// The languages that assistants can speak, with their names in the language of the page.
import { useMemo } from 'react'
import { useRead } from '../../../api/query.ts'
import { useLocale } from '../../../i18n/locale.tsx'

export function useLanguages(): readonly { id: number; name: string }[] | undefined {
  const { locale } = useLocale()
  const { data } = useRead('catalogues', 'languages')
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' })
    return data?.map(({ id, name, iso_2 }) => ({ id, name: names.of(iso_2) ?? name }))
  }, [data, locale])
}
