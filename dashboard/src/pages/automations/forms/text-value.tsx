// A value as text, with a list of the values that expressions can use.
import { type ReactNode, useRef, useState } from 'react'
import { TextField } from '../../../ui/fields.tsx'
import { type FieldKind, isSame, readText, writeText } from './schema.ts'
import { ValuePicker } from './value-picker.tsx'

export interface TextValueProps {
  label: string
  /** The server's name of the field, to which its messages belong. */
  name: string
  kind: FieldKind
  value: unknown
  onChange(value: unknown): void
  help?: ReactNode
  isRequired?: boolean
  isDisabled?: boolean
  placeholder?: string
  /** The text is an expression itself, without braces. */
  isExpression?: boolean
  /** Double braces have no meaning in it. */
  isLiteral?: boolean
  /** Beside the name of the field. */
  tools?: ReactNode
}

const rowsOf = (kind: FieldKind, text: string): number | undefined => {
  if (kind === 'json' || kind === 'lines' || kind === 'long-text')
    return Math.min(14, Math.max(kind === 'json' ? 2 : 3, text.split('\n').length + 1))
  return undefined
}

export function TextValue({
  kind,
  value,
  onChange,
  isExpression = false,
  isLiteral = false,
  tools,
  ...props
}: TextValueProps) {
  const area = useRef<HTMLDivElement>(null)
  // What was typed is kept as long as it has the value: `1.` is a text on the way to a number.
  const [typed, setTyped] = useState(() => writeText(kind, value))
  const text = isSame(readText(kind, typed), value) ? typed : writeText(kind, value)
  const change = (next: string) => {
    setTyped(next)
    onChange(readText(kind, next))
  }
  const insert = ({ expression }: { expression: string }) => {
    const input = area.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    const [start, end] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length]
    change(text.slice(0, start) + (isExpression ? expression : `{{${expression}}}`) + text.slice(end))
    requestAnimationFrame(() => input?.focus())
  }
  const rows = rowsOf(kind, text)
  return (
    <div ref={area} className="relative">
      <TextField
        {...props}
        value={text}
        onChange={change}
        isMono={kind === 'json' || isExpression || isLiteral || text.includes('{{')}
        {...(rows !== undefined && { rows })}
        {...(kind === 'number' && { inputMode: 'decimal' as const })}
      />
      <div className="absolute end-0 -top-1 flex">
        {tools}
        {!isLiteral && !props.isDisabled && <ValuePicker field={props.label} onPick={insert} />}
      </div>
    </div>
  )
}
