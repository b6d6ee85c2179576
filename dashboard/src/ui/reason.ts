// Says why something could not be read, in the language of the page.
import { isUnavailable } from '../api/query.ts'
import { Unreachable } from '../api/unreachable.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { useMessages } from '../messages/use-messages.ts'

const texts = textsOf(
  {
    unavailable: 'Parley cannot reach its database. It keeps trying.',
    unreachable: 'The server cannot be reached. This page keeps trying.',
  },
  {
    unavailable: 'Parley erreicht seine Datenbank nicht und versucht es weiter.',
    unreachable: 'Der Server ist nicht erreichbar. Diese Seite versucht es weiter.',
  },
)

/** The message of the server, or that it is away and that the page reads again. */
export function useReason(error: Error): string {
  const t = useTexts(texts)
  const { errorOf } = useMessages()
  if (error instanceof Unreachable) return t.unreachable
  return isUnavailable(error) ? t.unavailable : errorOf(error)
}
