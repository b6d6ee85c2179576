// Says that the server cannot be reached, or that the session has ended; what is open on the page stays as it is.
import { WifiOff } from 'lucide-react'
import { setConnection, useConnection } from '../api/connection.ts'
import { queryClient } from '../api/query.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { signInPath } from './sign-in-path.ts'

const texts = textsOf(
  {
    lost: 'The server cannot be reached. This page shows the last known state and tries again.',
    ended: 'Your session has ended',
    explanation: 'Sign in again in another tab, then continue here. Nothing that you have entered is lost.',
    signIn: 'Sign in',
    proceed: 'Continue',
  },
  {
    lost: 'Der Server ist nicht erreichbar. Diese Seite zeigt die letzten bekannten Daten und versucht es weiter.',
    ended: 'Ihre Sitzung ist beendet',
    explanation:
      'Melden Sie sich in einem anderen Tab wieder an und machen Sie hier weiter. Ihre Eingaben bleiben erhalten.',
    signIn: 'Anmelden',
    proceed: 'Weiter',
  },
)

export function ConnectionNotice() {
  const t = useTexts(texts)
  const connection = useConnection()
  const proceed = () => {
    setConnection('open')
    void queryClient.invalidateQueries()
  }
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
      <Dialog title={t.ended} isOpen={connection === 'signed-out'} onClose={() => {}} isSticky>
        <p className="mb-4">{t.explanation}</p>
        <div className="flex justify-end gap-2">
          <Button onPress={() => window.open(signInPath(), '_blank', 'noopener')}>{t.signIn}</Button>
          <Button look="primary" onPress={proceed}>
            {t.proceed}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
