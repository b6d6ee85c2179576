// A form that sends its fields to an endpoint and shows the server's messages at the fields.
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { ParleyError } from '#sdk/index.ts'
import { fieldErrorsOf } from '../api/query.ts'
import { useTexts } from '../i18n/locale.tsx'
import { Button, type ButtonProps } from './button.tsx'
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

function messagesOf(error: Error | null, fields: readonly string[], edited: readonly string[]) {
  const messages = Object.entries(fieldErrorsOf(error))
  const byField: Record<string, string[]> = {}
  const others: string[] = []
  for (const [name, texts] of messages) {
    const field = fieldOf(name, fields)
    if (field === undefined) others.push(...texts)
    else if (!edited.includes(field)) byField[field] = [...(byField[field] ?? []), ...texts]
  }
  if (error && messages.length === 0) others.push(error.message)
  return { byField, others }
}

export function Form({ onSubmit, error, fields = [], children, className = 'flex flex-col gap-4', id }: FormProps) {
  const [shown, setShown] = useState(error)
  const [edited, setEdited] = useState<readonly string[]>([])
  useEffect(() => {
    setShown(error)
    setEdited([])
  }, [error])
  // The fields forget which messages they have removed if they get another object.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of fields is another object each time
  const { byField, others } = useMemo(() => messagesOf(shown, fields, edited), [shown, fields.join(), edited])
  // A message that disappeared on leaving the field would move the button that is being pressed.
  const noteEdit = ({ target }: FormEvent) => {
    const name = target instanceof Element && target.getAttribute('name')
    if (name && byField[name]) setEdited([...edited, name])
  }
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
      <div className="contents" onInput={noteEdit}>
        {children}
      </div>
    </AriaForm>
  )
}

export interface FormButtonsProps extends Pick<ButtonProps, 'look' | 'isDisabled'> {
  /** By default “Save”. */
  submit?: ReactNode
  isPending?: boolean
  /** Adds a button that cancels. */
  onCancel?: (() => void) | undefined
}

/** The last line of a form. */
export function FormButtons({ submit, look = 'primary', isPending = false, onCancel, ...props }: FormButtonsProps) {
  const t = useTexts()
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {onCancel && <Button onPress={onCancel}>{t.cancel}</Button>}
      <Button type="submit" look={look} isPending={isPending} {...props}>
        {submit ?? t.save}
      </Button>
    </div>
  )
}
