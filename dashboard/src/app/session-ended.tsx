// Says that the session has ended, and continues after signing in again in another tab.
import { setConnection } from '../api/client.ts'
import { queryClient, read } from '../api/query.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { Dialog } from '../ui/overlays.tsx'
import { Button } from '../ui/page.tsx'
import { signInPath } from './sign-in-path.ts'

const texts = textsOf('app', 'sessionEnded')

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
