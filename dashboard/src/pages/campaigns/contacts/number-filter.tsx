// Searches a list for a whole phone number.
import { useEffect, useState } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { SearchField } from '../../../ui/fields.tsx'

const texts = textsOf('campaigns', 'numberFilter')

/** The list is read after Enter, and again when the field is emptied. */
export function NumberFilter({ value = '', onChange }: { value?: string | undefined; onChange(value?: string): void }) {
  const t = useTexts(texts)
  const [written, setWritten] = useState(value)
  useEffect(() => setWritten(value), [value])
  const submit = (next: string) => onChange(next.trim() || undefined)
  return (
    <SearchField
      className="col-span-2"
      isLabelVisible
      label={t.search}
      value={written}
      onChange={(next) => {
        setWritten(next)
        if (next === '' && value !== '') submit('')
      }}
      onSubmit={submit}
    />
  )
}
