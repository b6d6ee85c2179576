// A form that sends its fields to an endpoint and shows the server's messages at the fields.
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { ParleyError } from '#sdk/index.ts'
import { fieldErrorsOf } from '../api/query.ts'
import { Notice } from './states.tsx'

export interface FormProps {
  onSubmit(): void
  /** The error of the latest attempt. Messages for fields with the `name` of the server's field are shown there. */
  error: Error | null
  /** The names of the fields of this form; messages for others are shown above the form. */
  fields?: readonly string[]
  children: ReactNode
  className?: string
  id?: string
}

/** `tools.2.name` belongs to the field `tools` if there is none for the longer name. */
function fieldOf(name: string, fields: readonly string[]): string | undefined {
  for (let at = name; ; at = at.slice(0, at.lastIndexOf('.'))) {
    if (fields.includes(at)) return at
    if (!at.includes('.')) return undefined
  }
}

export function Form({ onSubmit, error, fields = [], children, className = 'flex flex-col gap-4', id }: FormProps) {
  const [shown, setShown] = useState(error)
  useEffect(() => setShown(error), [error])
  const messages = Object.entries(fieldErrorsOf(shown))
  const byField: Record<string, string[]> = {}
  const others: string[] = []
  for (const [name, texts] of messages) {
    const field = fieldOf(name, fields)
    if (field === undefined) others.push(...texts)
    else byField[field] = [...(byField[field] ?? []), ...texts]
  }
  if (shown && messages.length === 0) others.push(shown.message)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <AriaForm id={id} className={className} onSubmit={submit} validationErrors={byField} validationBehavior="aria">
      {others.length > 0 && (
        <Notice look="bad">
          {others.join(' ')}
          {shown instanceof ParleyError && shown.status >= 500 && shown.requestId && ` (${shown.requestId})`}
        </Notice>
      )}
      {children}
    </AriaForm>
  )
}
