// The frame of all pages: navigation, the account, and what to do when the connection or the session is lost.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Terminal } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { followLiveEvents } from '../api/live.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { SessionProvider } from '../session/session.tsx'
import { IconButton } from '../ui/button.tsx'
import { AccountButton } from './account-button.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Destinations } from './destinations.tsx'
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
    <ConnectionNotice />
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
  useEffect(() => {
    const stop = new AbortController()
    void followLiveEvents(stop.signal)
    return () => stop.abort()
  }, [])
  const tools = (
    <>
      <IconButton label={t.requests} onPress={() => setDrawer('requests')}>
        <Terminal aria-hidden size={18} />
      </IconButton>
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
        <IconButton label={t.openNavigation} onPress={() => setDrawer('pages')}>
          <MenuIcon aria-hidden size={18} />
        </IconButton>
        <Brand />
        <span className="grow" />
        {tools}
      </header>
      <aside className="hidden w-56 shrink-0 flex-col border-e bg-card p-3 lg:flex">
        <div className="flex items-center px-2 pb-3">
          <Brand />
        </div>
        <nav aria-label={t.navigation} className="min-h-0 grow overflow-auto">
          <Destinations />
        </nav>
        <div className="flex items-center gap-1 border-t pt-2">{tools}</div>
      </aside>
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <VisitingNotice />
        <main id="content" tabIndex={-1} className="min-h-0 grow overflow-auto outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense>
        <Drawers open={drawer} onClose={() => setDrawer(undefined)} />
      </Suspense>
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
