// A field for one line that is sent with Enter, and is empty when it was accepted.
import { useState } from 'react'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Button } from '../../ui/page.tsx'

export interface LineFieldProps {
  label: string
  action: string
  /** The text stays in the field if the promise is rejected. */
  onSubmit(text: string): unknown
  isPending?: boolean
  /** The error of the latest attempt. */
  error?: Error | null
  /** Only where the server does not say that a text is too long. */
  maxLength?: number
}

export function LineField({ label, action, onSubmit, isPending = false, error = null, maxLength }: LineFieldProps) {
  const [text, setText] = useState('')
  const submit = async () => {
    if (text.trim() === '' || isPending) return
    try {
      await onSubmit(text.trim())
      setText('')
    } catch {
      // The error is shown at the field.
    }
  }
  return (
    <Form onSubmit={() => void submit()} error={error} className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label={label}
          name="text"
          value={text}
          onChange={setText}
          autoComplete="off"
          className="min-w-0 grow"
          {...(maxLength !== undefined && { maxLength })}
        />
        <Button type="submit" isPending={isPending}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
