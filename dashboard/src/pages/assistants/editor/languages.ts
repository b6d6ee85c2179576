// The languages that assistants can speak, with their names in the language of the page.
import { useMemo } from 'react'
import { useRead } from '../../../api/query.ts'
import { useLanguageName } from '../../../i18n/language-name.ts'

export function useLanguages(): readonly { id: number; name: string; iso_2: string }[] | undefined {
  const nameOf = useLanguageName()
  const { data } = useRead('catalogues', 'languages')
  return useMemo(() => data?.map(({ id, iso_2 }) => ({ id, name: nameOf(iso_2), iso_2 })), [data, nameOf])
}
