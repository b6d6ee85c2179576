// The frame of all pages: navigation, the account, and what to do when the connection or the session is lost.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Terminal, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { client } from '../api/client.ts'
import { followLiveEvents } from '../api/live.ts'
import { type Language, languages, textsOf, useLocale, useTexts } from '../i18n/locale.tsx'
import { SessionProvider, useMay, useSession } from '../session/session.tsx'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog, Menu, type MenuAction, Messages, sayError } from '../ui/overlays.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { navigation, navigationTexts } from './navigation.ts'
import { Requests } from './requests.tsx'
import { themes, useTheme } from './theme.tsx'

const texts = textsOf(
  {
    navigation: 'Pages',
    openNavigation: 'Open the list of pages',
    skip: 'Go to the content',
    requests: 'Requests of this page',
    account: 'Account and appearance',
    signOut: 'Sign out',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
    switchTo: (name: string) => `Switch to ${name}`,
  },
  {
    navigation: 'Seiten',
    openNavigation: 'Liste der Seiten öffnen',
    skip: 'Zum Inhalt',
    requests: 'Anfragen dieser Seite',
    account: 'Konto und Darstellung',
    signOut: 'Abmelden',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    switchTo: (name: string) => `Zu ${name} wechseln`,
  },
)

export const Shell = () => (
  <SessionProvider>
    <Frame />
    <ConnectionNotice />
    <Messages />
  </SessionProvider>
)

function Frame() {
  const t = useTexts(texts)
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  const [areRequestsOpen, setRequestsOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path closes the list
  useEffect(() => setNavigationOpen(false), [path])
  useEffect(() => {
    const stop = new AbortController()
    void followLiveEvents(stop.signal)
    return () => stop.abort()
  }, [])
  const tools = (
    <>
      <IconButton label={t.requests} onPress={() => setRequestsOpen(true)}>
        <Terminal aria-hidden size={18} />
      </IconButton>
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
        <IconButton label={t.openNavigation} onPress={() => setNavigationOpen(true)}>
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
      <Dialog title="Parley" look="drawer" isOpen={isNavigationOpen} onClose={() => setNavigationOpen(false)}>
        <nav aria-label={t.navigation}>
          <Destinations />
        </nav>
      </Dialog>
      <main id="content" tabIndex={-1} className="min-h-0 min-w-0 grow overflow-auto outline-none">
        <Outlet />
      </main>
      <Dialog title={t.requests} look="drawer" isOpen={areRequestsOpen} onClose={() => setRequestsOpen(false)}>
        <Requests />
      </Dialog>
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

function Destinations() {
  const names = useTexts(navigationTexts)
  const may = useMay()
  const groups = navigation
    .map((group) => group.filter(({ needs: [area, call] }) => may(area, call as never)))
    .filter((group) => group.length > 0)
  return groups.map((group, index) => (
    <ul key={group[0]!.name} className={classes('flex flex-col gap-0.5', index > 0 && 'mt-3 border-t pt-3')}>
      {group.map(({ name, path, icon: Icon }) => (
        <li key={name}>
          <Link
            to={path}
            activeOptions={{ exact: path === '/' }}
            className="flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent"
          >
            <Icon aria-hidden size={18} />
            {names[name]}
          </Link>
        </li>
      ))}
    </ul>
  ))
}

function AccountMenu() {
  const t = useTexts(texts)
  const { user, account, accounts } = useSession()
  const { language, setLanguage } = useLocale()
  const [theme, setTheme] = useTheme()
  const mark = (isChosen: boolean, label: string): string => (isChosen ? `${label} ✓` : label)
  const leave = (step: Promise<unknown>, path: string) => step.then(() => location.assign(path), sayError)
  const actions: MenuAction[] = [
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(({ id, name }) => ({
        id: `account-${id}`,
        label: t.switchTo(name),
        onAction: () => void leave(client.session.switchAccount({ account_id: id }), '/'),
      })),
    ...themes.map((each) => ({ id: each, label: mark(theme === each, t[each]), onAction: () => setTheme(each) })),
    ...Object.entries(languages).map(([id, name]) => ({
      id,
      label: mark(language === id, name),
      onAction: () => setLanguage(id as Language),
    })),
    { id: 'sign-out', label: t.signOut, onAction: () => void leave(client.session.signOut(), '/sign-in') },
  ]
  const trigger = (
    <AriaButton className="flex min-w-0 cursor-pointer items-center gap-2 rounded-lg px-2 py-1.5 text-start hover:bg-sunken">
      <UserRound aria-hidden size={18} className="shrink-0" />
      <span className="hidden min-w-0 lg:block">
        <span className="block truncate text-sm font-medium">{user.name}</span>
        <span className="block truncate text-xs text-soft">{account.name}</span>
      </span>
      <span className="sr-only">{t.account}</span>
    </AriaButton>
  )
  return <Menu trigger={trigger} label={t.account} actions={actions} />
}
