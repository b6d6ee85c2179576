// Says that the server cannot be reached, or that the session has ended; what is open on the page stays as it is.
import { WifiOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useConnection } from '../api/connection.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'

const texts = textsOf(
  {
    lost: 'The server cannot be reached. This page shows the last known state and tries again.',
  },
  {
    lost: 'Der Server ist nicht erreichbar. Diese Seite zeigt die letzten bekannten Daten und versucht es weiter.',
  },
)

/** Loaded at once, so that it is here when the server is not. */
const SessionEnded = lazy(async () => ({ default: (await import('./session-ended.tsx')).SessionEnded }))

export function ConnectionNotice() {
  const t = useTexts(texts)
  const connection = useConnection()
  return (
    <>
      {connection === 'lost' && (
        <p
          role="status"
          className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-warn"
        >
          <WifiOff aria-hidden size={16} />
          {t.lost}
        </p>
      )}
      <Suspense>
        <SessionEnded isOpen={connection === 'signed-out'} />
      </Suspense>
    </>
  )
}
