// The messages of the server for inputs that cannot show them by themselves, and groups of inputs with a label.
import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/use-messages.ts'
import { classes } from '../../../ui/classes.ts'
import type { FieldParts } from '../../../ui/fields.tsx'
import { useEditor, useLabelOfPath } from './editor-context.tsx'

/** Shows the messages of a field, and of its parts if no input of its own shows them. */
export function Messages({ path, withParts = false }: { path: string; withParts?: boolean }) {
  const { errors } = useEditor()
  const { messageOf } = useMessages()
  const labelOf = useLabelOfPath()
  const found = Object.entries(errors).filter(([name]) => name === path || (withParts && name.startsWith(`${path}.`)))
  if (found.length === 0) return null
  return (
    <p role="alert" className="text-sm text-bad">
      {found
        .flatMap(([name, messages]) => messages.map((message) => messageOf(message, { label: labelOf(name), name })))
        .join(' ')}
    </p>
  )
}

interface GroupProps extends FieldParts {
  children: ReactNode
  className?: string
}

export const Group = ({ label, help, isLabelHidden = false, children, className = 'gap-3' }: GroupProps) => (
  <fieldset className={classes('flex min-w-0 flex-col', className)}>
    <legend className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>{label}</legend>
    {help !== undefined && <p className="text-sm text-soft">{help}</p>}
    {children}
  </fieldset>
)
