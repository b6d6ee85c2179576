// A form that sends its fields to an endpoint and shows the server's messages at the fields.
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { ParleyError } from '#sdk/index.ts'
import { fieldErrorsOf } from '../api/query.ts'
import { useTexts } from '../i18n/locale.tsx'
import { type Messages, useMessages } from '../messages/use-messages.ts'
import { Button, type ButtonProps, Notice } from './page.tsx'

interface Sending {
  isPending: boolean
  error: Error | null
}

export interface FormProps {
  /** Not called while the action is pending. */
  onSubmit(): void
  /** What the form does when it is submitted. */
  action?: Sending
  /** The error of the latest attempt, by default that of the action. */
  error?: Error | null
  /** The fields that have a message of the server, besides those with its `name`; others are shown above the form. */
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

/** Fields translate their messages themselves, because they know their labels. */
function messagesOf(
  error: Error | null,
  { messageOf, errorOf }: Messages,
  fields: readonly string[],
  edited: readonly string[],
) {
  const messages = Object.entries(fieldErrorsOf(error))
  const byField: Record<string, string[]> = {}
  const others: string[] = []
  for (const [name, texts] of messages) {
    const field = fieldOf(name, fields)
    if (field === undefined) others.push(...texts.map((text) => messageOf(text)))
    else if (!edited.includes(field)) byField[field] = [...(byField[field] ?? []), ...texts]
  }
  if (error && messages.length === 0) others.push(errorOf(error))
  return { byField, others }
}

const noFields: readonly string[] = []
const PendingContext = createContext(false)

export function Form({ onSubmit, action, fields = noFields, children, className, id, ...props }: FormProps) {
  const { error = action?.error ?? null } = props
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState(error)
  const [named, setNamed] = useState(noFields)
  const [edited, setEdited] = useState(noFields)
  useEffect(() => {
    setShown(error)
    setNamed(Array.from(form.current!.elements, (each) => each.getAttribute('name') ?? ''))
    setEdited([])
  }, [error])
  // The fields forget which messages they have removed if they get another object.
  const all = [...named, ...fields]
  const messages = useMessages()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of fields is another object each time
  const { byField, others } = useMemo(
    () => messagesOf(shown, messages, all, edited),
    [shown, messages, all.join(), edited],
  )
  // A message that disappeared on leaving the field would move the button that is being pressed.
  const noteEdit = ({ target }: FormEvent) => {
    const name = target instanceof Element && target.getAttribute('name')
    if (name && byField[name]) setEdited([...edited, name])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!action?.isPending) onSubmit()
  }
  return (
    <AriaForm
      ref={form}
      id={id}
      className={className ?? 'flex flex-col gap-4'}
      onSubmit={submit}
      validationErrors={byField}
      validationBehavior="aria"
    >
      {others.length > 0 && (
        <Notice look="bad">
          {others.join(' ')}
          {shown instanceof ParleyError && shown.status >= 500 && shown.requestId && ` (${shown.requestId})`}
        </Notice>
      )}
      <div className="contents" onInput={noteEdit}>
        <PendingContext value={action?.isPending ?? false}>{children}</PendingContext>
      </div>
    </AriaForm>
  )
}

export interface FormButtonsProps extends Pick<ButtonProps, 'look' | 'isDisabled'> {
  /** By default “Save”. */
  submit?: ReactNode
  /** By default, whether the action of the form is pending. */
  isPending?: boolean
  /** Adds a button that cancels. */
  onCancel?: (() => void) | undefined
}

/** The last line of a form. */
export function FormButtons({ submit, look = 'primary', onCancel, ...props }: FormButtonsProps) {
  const t = useTexts()
  const isPending = useContext(PendingContext)
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {onCancel && <Button onPress={onCancel}>{t.cancel}</Button>}
      <Button type="submit" look={look} isPending={isPending} {...props}>
        {submit ?? t.save}
      </Button>
    </div>
  )
}

/** The values of the fields of a form, by the names that the server has for them. */
export function useFields<T extends object>(initial: T) {
  const [values, setValues] = useState(initial)
  const change = (changes: Partial<T>) => setValues((known) => ({ ...known, ...changes }))
  const onChangeOf =
    <K extends keyof T & string>(name: K) =>
    (value: T[K]) =>
      setValues((known) => ({ ...known, [name]: value }))
  return {
    values,
    change,
    reset: () => setValues(initial),
    /** The properties of a text field or a choice. */
    field: <K extends keyof T & string>(name: K) => ({ name, value: values[name], onChange: onChangeOf(name) }),
    /** The properties of a switch or a checkbox. */
    toggle: <K extends keyof T & string>(name: K) => ({ name, isSelected: values[name], onChange: onChangeOf(name) }),
  }
}
