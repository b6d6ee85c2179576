// A sentence of the server in the language of the page.
import { useMessages } from './use-messages.ts'

export function ServerText({ of }: { of: string | Error | null | undefined }): string | null {
  const { errorOf, messageOf } = useMessages()
  if (of === null || of === undefined) return null
  return typeof of === 'string' ? messageOf(of) : errorOf(of)
}
