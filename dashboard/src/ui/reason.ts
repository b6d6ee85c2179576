// Says why something could not be read, in the language of the page.
import { isUnavailable } from '../api/query.ts'
import { Unreachable } from '../api/unreachable.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { useMessages } from '../messages/use-messages.ts'

const texts = textsOf('app', 'reason')

/** The message of the server, or that it is away and that the page reads again. */
export function useReason(error: Error): string {
  const t = useTexts(texts)
  const { errorOf } = useMessages()
  if (error instanceof Unreachable) return t.unreachable
  return isUnavailable(error) ? t.unavailable : errorOf(error)
}
