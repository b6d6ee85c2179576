// Says that the session has ended, and continues after signing in again in another tab.
import { setConnection } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Button } from '../ui/page.tsx'
import { signInPath } from './sign-in-path.ts'

const texts = textsOf(
  {
    title: 'Your session has ended',
    explanation: 'Sign in again in another tab, then continue here. Nothing that you have entered is lost.',
    signIn: 'Sign in',
    proceed: 'Continue',
  },
  {
    title: 'Ihre Sitzung ist beendet',
    explanation:
      'Melden Sie sich in einem anderen Tab wieder an und machen Sie hier weiter. Ihre Eingaben bleiben erhalten.',
    signIn: 'Anmelden',
    proceed: 'Weiter',
  },
)

export function SessionEnded({ isOpen }: { isOpen: boolean }) {
  const t = useTexts(texts)
  const proceed = () => {
    setConnection('open')
    void queryClient.invalidateQueries()
  }
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={() => {}} isSticky>
      <p className="mb-4">{t.explanation}</p>
      <div className="flex justify-end gap-2">
        <Button onPress={() => window.open(signInPath(), '_blank', 'noopener')}>{t.signIn}</Button>
        <Button look="primary" onPress={proceed}>
          {t.proceed}
        </Button>
      </div>
    </Dialog>
  )
}
