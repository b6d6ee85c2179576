// Says that an operator is visiting an account of others, and leads back to an own account.
import { UserRoundCog } from 'lucide-react'
import { client } from '../api/client.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/page.tsx'
import { sayError } from '../ui/say.ts'

const texts = textsOf('app', 'visitingNotice')

export function VisitingNotice() {
  const t = useTexts(texts)
  const {
    account,
    is_visiting: isVisiting,
    accounts: [own],
  } = useSession()
  if (!isVisiting) return null
  const leave = ({ id }: { id: number }) =>
    client.session.switchAccount({ account_id: id }).then(() => location.assign('/'), sayError)
  return (
    <section
      aria-label={t.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-person/40 bg-person-soft px-4 py-2 text-person"
    >
      <UserRoundCog aria-hidden size={18} className="shrink-0" />
      <p className="min-w-0 grow basis-60 break-words">{t.text(account.name)}</p>
      {own && (
        <Button size="small" onPress={() => void leave(own)}>
          {t.leave(own.name)}
        </Button>
      )}
    </section>
  )
}
