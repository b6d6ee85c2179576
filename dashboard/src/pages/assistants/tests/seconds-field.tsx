// A field for a time in seconds, which the API has in milliseconds.
import { useState } from 'react'
import { useFormats } from '../../../i18n/format.ts'
import { TextField } from '../../../ui/fields.tsx'

export interface SecondsFieldProps {
  label: string
  /** In milliseconds. */
  value: number | undefined
  onChange(ms: number | undefined): void
  name: string
  placeholder?: string
}

export function SecondsField({ label, value, onChange, name, placeholder = '' }: SecondsFieldProps) {
  const format = useFormats()
  const [written, setWritten] = useState<string>()
  const read = (text: string): void => {
    setWritten(text)
    const seconds = Number(text.replace(',', '.'))
    onChange(text.trim() === '' || !Number.isFinite(seconds) ? undefined : Math.round(seconds * 1000))
  }
  return (
    <TextField
      label={label}
      name={name}
      className="w-44 max-w-full"
      inputMode="decimal"
      placeholder={placeholder}
      value={written ?? (value === undefined ? '' : format.number(value / 1000))}
      onChange={read}
      onBlur={() => setWritten(undefined)}
    />
  )
}
