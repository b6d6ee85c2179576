// The frame of all pages: navigation, the account, and what to do when the connection or the session is lost.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Terminal, UserRound, WifiOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useConnection } from '../api/client.ts'
import { followLiveEvents } from '../api/live.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { SessionProvider, useSession } from '../session/session.tsx'
import { IconButton } from '../ui/page.tsx'
import { Destinations } from './destinations.tsx'
import { FinderButton, useFinder } from './finder-button.tsx'
import { VisitingNotice } from './visiting-notice.tsx'

const texts = textsOf(
  {
    navigation: 'Pages',
    openNavigation: 'Open the list of pages',
    skip: 'Go to the content',
    requests: 'Requests of this page',
  },
  {
    navigation: 'Seiten',
    openNavigation: 'Liste der Seiten öffnen',
    skip: 'Zum Inhalt',
    requests: 'Anfragen dieser Seite',
  },
)

const Drawers = lazy(async () => ({ default: (await import('./drawers.tsx')).Drawers }))
const Messages = lazy(async () => ({ default: (await import('../ui/messages.tsx')).Messages }))

export const Shell = () => (
  <SessionProvider>
    <Frame />
    <Suspense>
      <Messages />
    </Suspense>
  </SessionProvider>
)

function Frame() {
  const t = useTexts(texts)
  const [drawer, setDrawer] = useState<'pages' | 'requests'>()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path closes the list
  useEffect(() => setDrawer(undefined), [path])
  const { account, user } = useSession()
  useEffect(() => followLiveEvents(`parley events ${account.id} ${user.id}`), [account.id, user.id])
  const finder = useFinder()
  const tools = (
    <>
      <IconButton icon={Terminal} iconSize={18} label={t.requests} onPress={() => setDrawer('requests')} />
      <AccountButton />
    </>
  )
  return (
    <div className="flex h-full flex-col lg:flex-row">
      <a
        href="#content"
        className="absolute start-2 -top-12 z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:top-2"
      >
        {t.skip}
      </a>
      <header className="flex items-center gap-1 border-b bg-card px-2 py-1.5 lg:hidden">
        <IconButton icon={MenuIcon} iconSize={18} label={t.openNavigation} onPress={() => setDrawer('pages')} />
        <Brand />
        <span className="grow" />
        <FinderButton isSmall onPress={finder.open} />
        {tools}
      </header>
      <aside className="hidden w-56 shrink-0 flex-col border-e bg-card p-3 lg:flex">
        <div className="flex items-center px-2 pb-3">
          <Brand />
        </div>
        <FinderButton onPress={finder.open} />
        <nav aria-label={t.navigation} className="min-h-0 grow overflow-auto">
          <Destinations />
        </nav>
        <div className="flex items-center gap-1 border-t pt-2">{tools}</div>
      </aside>
      <div className="flex min-h-0 min-w-0 grow flex-col pb-(--messages-height)">
        <ConnectionNotice />
        <VisitingNotice />
        <main id="content" tabIndex={-1} className="relative min-h-0 grow overflow-auto outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense>
        <Drawers open={drawer} onClose={() => setDrawer(undefined)} />
      </Suspense>
      {finder.dialog}
    </div>
  )
}

const Brand = () => (
  <Link to="/" className="flex items-center gap-2 font-semibold">
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-5 fill-accent">
      <path d="M2 2h12v9H7l-4 3v-3H2z" />
    </svg>
    Parley
  </Link>
)

const connectionNoticeTexts = textsOf(
  {
    lost: 'The server cannot be reached. This page shows the last known state and tries again.',
  },
  {
    lost: 'Der Server ist nicht erreichbar. Diese Seite zeigt die letzten bekannten Daten und versucht es weiter.',
  },
)

/** Loaded at once, so that it is here when the server is not. */
const SessionEnded = lazy(async () => ({ default: (await import('./session-ended.tsx')).SessionEnded }))

/** Says that the server cannot be reached, or that the session has ended; what is open on the page stays as it is. */
function ConnectionNotice() {
  const t = useTexts(connectionNoticeTexts)
  const connection = useConnection()
  return (
    <>
      {connection === 'lost' && (
        <p
          role="status"
          className="flex items-center justify-center gap-2 border-b border-warn/40 bg-warn-soft px-4 py-2 text-warn"
        >
          <WifiOff aria-hidden size={16} className="shrink-0" />
          {t.lost}
        </p>
      )}
      <Suspense>
        <SessionEnded isOpen={connection === 'signed-out'} />
      </Suspense>
    </>
  )
}

const accountButtonTexts = textsOf({ account: 'Account and appearance' }, { account: 'Konto und Darstellung' })

const load = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu })
const AccountMenu = lazy(load)

/** The button of the account. Its menu is loaded after the first paint. */
function AccountButton() {
  const t = useTexts(accountButtonTexts)
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
