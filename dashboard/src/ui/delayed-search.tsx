// A search field that reports its text when typing pauses.
import { useEffect, useRef, useState } from 'react'
import { SearchField } from './fields.tsx'

const pauseMs = 300

export interface DelayedSearchProps {
  label: string
  value: string
  onChange(value: string): void
  className?: string
}

export function DelayedSearch({ value, onChange, ...props }: DelayedSearchProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const report = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== value) onChange(text.trim())
  }
  return (
    <SearchField
      {...props}
      isLabelVisible
      value={typed}
      onSubmit={report}
      onChange={(text) => {
        setTyped(text)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => report(text), pauseMs)
      }}
    />
  )
}
