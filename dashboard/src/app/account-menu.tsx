// The menu of the account: other accounts, the color scheme, the language, and signing out.
import { UserRound } from 'lucide-react'
import { client } from '../api/client.ts'
import { type Language, languages } from '../i18n/languages.ts'
import { useLocale, useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { useSession } from '../session/session.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import type { MenuAction } from '../ui/overlays.tsx'
import { sayError } from '../ui/say.ts'
import { setTheme, themes, useTheme } from './theme.tsx'

const texts = textsOf('app', 'accountMenu')

export function AccountMenu() {
  const t = useTexts(texts)
  const { user, account, accounts } = useSession()
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
  return (
    <MenuButton
      label={t.account}
      actions={actions}
      className="flex min-w-0 cursor-pointer items-center gap-2 rounded-lg px-2 py-1.5 text-start hover:bg-sunken"
    >
      <UserRound aria-hidden size={18} className="shrink-0" />
      <span className="hidden min-w-0 lg:block">
        <span className="block truncate text-sm font-medium">{user.name}</span>
        <span className="block truncate text-xs text-soft">{account.name}</span>
      </span>
      <span className="sr-only">{t.account}</span>
    </MenuButton>
  )
}
