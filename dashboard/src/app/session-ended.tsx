// Says that the session has ended, and continues after signing in again in another tab.
import { setConnection } from '../api/client.ts'
import { queryClient, read } from '../api/query.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Button } from '../ui/page.tsx'
import { signInPath } from './sign-in-path.ts'

const texts = textsOf(
  {
    title: 'Your session has ended',
    explanation: 'Sign in again in another tab, then continue here. Nothing that you have entered is lost.',
    noMail: 'No password? This installation sends no mail. Its operator creates a link on the server:',
    signIn: 'Sign in',
    proceed: 'Continue',
  },
  {
    title: 'Ihre Sitzung ist beendet',
    explanation:
      'Melden Sie sich in einem anderen Tab wieder an und machen Sie hier weiter. Ihre Eingaben bleiben erhalten.',
    noMail:
      'Kein Passwort? Diese Installation versendet keine E-Mails. Der Betreiber erstellt auf dem Server einen Link:',
    signIn: 'Anmelden',
    proceed: 'Weiter',
  },
)

export function SessionEnded() {
  const t = useTexts(texts)
  const session = queryClient.getQueryData(read('session', 'get').queryKey)
  const proceed = () => {
    setConnection('open')
    void queryClient.invalidateQueries()
  }
  return (
    <Dialog title={t.title} isOpen onClose={() => {}} isSticky>
      <p className="mb-4">{t.explanation}</p>
      {session?.sends_mail === false && (
        <div className="mb-4 flex flex-col gap-1.5 text-sm text-soft">
          <p>{t.noMail}</p>
          <code className="rounded-lg border bg-sunken px-3 py-2 break-all text-ink">
            npm run parley -- member link {session.user.email}
          </code>
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onPress={() => window.open(signInPath(), '_blank', 'noopener')}>{t.signIn}</Button>
        <Button look="primary" onPress={proceed}>
          {t.proceed}
        </Button>
      </div>
    </Dialog>
  )
}
