// The button of the account. Its menu is loaded after the first paint.
import { UserRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { useSession } from '../session/session.tsx'

const texts = textsOf({ account: 'Account and appearance' }, { account: 'Konto und Darstellung' })

const load = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu })
const AccountMenu = lazy(load)

export function AccountButton() {
  const t = useTexts(texts)
  const { user, account } = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void load().catch(() => undefined), [])
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        className="flex min-w-0 cursor-pointer items-center gap-2 rounded-lg px-2 py-1.5 text-start hover:bg-sunken"
      >
        <UserRound aria-hidden size={18} className="shrink-0" />
        <span className="hidden min-w-0 lg:block">
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-soft">{account.name}</span>
        </span>
        <span className="sr-only">{t.account}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <AccountMenu triggerRef={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
