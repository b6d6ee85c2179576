// The menu of the account: other accounts, the color scheme, the language, and signing out.
import type { RefObject } from 'react'
import { client } from '../api/client.ts'
import { type Language, languages } from '../i18n/languages.ts'
import { textsOf, useLocale, useTexts } from '../i18n/locale.tsx'
import { useSession } from '../session/session.tsx'
import { type MenuAction, OpenMenu, sayError } from '../ui/overlays.tsx'
import { setTheme, themes, useTheme } from '../ui/theme.ts'

const texts = textsOf(
  {
    account: 'Account and appearance',
    signOut: 'Sign out',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
    switchTo: (name: string) => `Switch to ${name}`,
  },
  {
    account: 'Konto und Darstellung',
    signOut: 'Abmelden',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    switchTo: (name: string) => `Zu ${name} wechseln`,
  },
)

interface AccountMenuProps {
  triggerRef: RefObject<HTMLElement | null>
  onClose(): void
}

export function AccountMenu({ triggerRef, onClose }: AccountMenuProps) {
  const t = useTexts(texts)
  const { account, accounts } = useSession()
  const { language, setLanguage } = useLocale()
  const theme = useTheme()
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
    { label: t.signOut, onAction: () => void leave(client.session.signOut(), '/sign-in') },
  ]
  return <OpenMenu triggerRef={triggerRef} label={t.account} actions={actions} onClose={onClose} />
}
