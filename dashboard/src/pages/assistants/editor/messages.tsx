// The messages of the server for inputs that cannot show them by themselves.
import { useMessages } from '../../../messages/use-messages.ts'
import { useEditor } from './editor-context.tsx'

/** Shows the messages of a field, and of its parts if no input of its own shows them. */
export function Messages({ path, withParts = false }: { path: string; withParts?: boolean }) {
  const { errors } = useEditor()
  const { messageOf } = useMessages()
  const found = Object.entries(errors).filter(([name]) => name === path || (withParts && name.startsWith(`${path}.`)))
  if (found.length === 0) return null
  return (
    <p role="alert" className="text-sm text-bad">
      {found
        .flatMap(([, messages]) => messages)
        .map((message) => messageOf(message))
        .join(' ')}
    </p>
  )
}
