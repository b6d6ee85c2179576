// The frame of all pages: navigation, the account, and what to do when the connection or the session is lost.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Terminal, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '../api/client.ts'
import { followLiveEvents } from '../api/live.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { loadLater, loadOnIntent, partOf } from '../loading/part.tsx'
import { translations } from '../messages/use-messages.ts'
import { SessionProvider, useSession } from '../session/session.tsx'
import { OpenMenu } from '../ui/menu-button.tsx'
import { IconButton } from '../ui/page.tsx'
import { Messages, useHasMessages } from '../ui/say.ts'
import { AccountMenu } from './account-menu.tsx'
import { Destinations } from './destinations.tsx'
import { FinderButton, useFinder } from './finder-button.tsx'
import { VisitingNotice } from './visiting-notice.tsx'

const texts = textsOf('app', 'shell')

const Drawers = partOf(async () => (await import('./drawers.tsx')).Drawers)
const SessionEnded = partOf(async () => (await import('./session-ended.tsx')).SessionEnded)

/** They have to be here when the server is not. */
const laterParts = [OpenMenu, SessionEnded, Messages, translations, Drawers]

export const Shell = () => (
  <SessionProvider>
    <Frame />
    {useHasMessages() && <Messages />}
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
  useEffect(() => loadLater(laterParts), [])
  const opens = (name: 'pages' | 'requests') => ({ ...loadOnIntent(Drawers), onPress: () => setDrawer(name) })
  const finder = useFinder()
  const tools = (
    <>
      <IconButton icon={Terminal} iconSize={18} label={t.requests} {...opens('requests')} />
      <AccountMenu />
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
        <IconButton icon={MenuIcon} iconSize={18} label={t.openNavigation} {...opens('pages')} />
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
      {drawer && <Drawers open={drawer} onClose={() => setDrawer(undefined)} />}
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

const connectionNoticeTexts = textsOf('app', 'connectionNotice')

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
      {connection === 'signed-out' && <SessionEnded />}
    </>
  )
}
