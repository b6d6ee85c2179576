// The actions that the search finds: what can be created, and what the menu of the account changes.
import {
  Bot,
  FileDown,
  Hash,
  KeyRound,
  Languages,
  LogOut,
  Megaphone,
  MessageSquarePlus,
  Phone,
  SunMoon,
  UserPlus,
  UserRoundCog,
  Workflow,
} from 'lucide-react'
import { client } from '../api/client.ts'
import { type Language, languages } from '../i18n/languages.ts'
import { useLocale, useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { useMay, useSession } from '../session/session.tsx'
import { sayError } from '../ui/say.ts'
import { setTheme, themes } from '../ui/theme.ts'
import type { Found } from './found.ts'

const texts = textsOf('finder', 'actions')

const leave = (step: Promise<unknown>, path: string) => void step.then(() => location.assign(path), sayError)

/** Everyone may do what does not say who is allowed. */
type Allowed = Found & { isAllowed?: boolean }

/** `digits` are those of a phone number that was typed, and `query` is how it was written. */
export function useActions(query: string, digits: string | undefined): Found[] {
  const t = useTexts(texts)
  const may = useMay()
  const { account, accounts } = useSession()
  const { setLanguage } = useLocale()
  const all: Allowed[] = [
    {
      id: 'new assistant',
      label: t.newAssistant,
      keywords: t.createWords,
      icon: Bot,
      open: { to: '/assistants/new' },
      isAllowed: may('assistants', 'create'),
    },
    {
      id: 'new campaign',
      label: t.newCampaign,
      keywords: t.createWords,
      icon: Megaphone,
      open: { to: '/campaigns', search: { creating: true } as never },
      isAllowed: may('campaigns', 'create'),
    },
    {
      id: 'call',
      // A number that was typed stays as it was typed, so that it is found.
      label: digits === undefined ? t.callNumber : t.callThis(query.trim()),
      keywords: t.callWords,
      icon: Phone,
      open: { to: '/calls', search: { calling: digits === undefined ? 'new' : query.trim() } as never },
      isAllowed: may('calls', 'make'),
    },
    {
      id: 'import',
      label: t.importContacts,
      detail: t.importDetail,
      keywords: t.importWords,
      icon: FileDown,
      open: { to: '/campaigns' },
      isAllowed: may('leads', 'import'),
    },
    {
      id: 'send',
      label: t.sendMessage,
      keywords: t.messageWords,
      icon: MessageSquarePlus,
      open: { to: '/messages', search: { send: 'chatapp' } as never },
      isAllowed: may('messages', 'sendTemplate'),
    },
    {
      id: 'new automation',
      label: t.newAutomation,
      keywords: t.createWords,
      icon: Workflow,
      open: { to: '/automations', search: { creating: true } as never },
      isAllowed: may('automations', 'create'),
    },
    {
      id: 'purchase',
      label: t.purchaseNumber,
      icon: Hash,
      open: { to: '/numbers', search: { adding: 'purchase' } as never },
      isAllowed: may('phoneNumbers', 'purchase'),
    },
    {
      id: 'import number',
      label: t.importNumber,
      icon: Hash,
      open: { to: '/numbers', search: { adding: 'import' } as never },
      isAllowed: may('phoneNumbers', 'create'),
    },
    {
      id: 'connect line',
      label: t.connectLine,
      icon: Hash,
      open: { to: '/numbers', search: { adding: 'line' } as never },
      isAllowed: may('sipTrunks', 'create'),
    },
    {
      id: 'add telephone',
      label: t.addTelephone,
      icon: Hash,
      open: { to: '/numbers', search: { adding: 'phone' } as never },
      isAllowed: may('sipPhones', 'create'),
    },
    {
      id: 'invite',
      label: t.invite,
      keywords: t.inviteWords,
      icon: UserPlus,
      open: { to: '/settings', search: { tab: 'team' } as never },
      isAllowed: may('members', 'invite'),
    },
    {
      id: 'key',
      label: t.createKey,
      icon: KeyRound,
      open: { to: '/developers', search: { tab: 'keys' } as never },
      isAllowed: may('accounts', 'createApiKey'),
    },
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      label: t[theme],
      keywords: t.themeWords,
      icon: SunMoon,
      open: () => setTheme(theme),
    })),
    ...Object.entries(languages).map(([language, name]) => ({
      id: `language ${language}`,
      label: t.language(name),
      keywords: t.languageWords,
      icon: Languages,
      open: () => setLanguage(language as Language),
    })),
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(({ id, name }) => ({
        id: `account ${id}`,
        label: t.switchTo(name),
        keywords: t.switchWords,
        icon: UserRoundCog,
        open: () => leave(client.session.switchAccount({ account_id: id }), '/'),
      })),
    {
      id: 'sign out',
      label: t.signOut,
      keywords: t.signOutWords,
      icon: LogOut,
      open: () => leave(client.session.signOut(), '/sign-in'),
    },
  ]
  return all.filter(({ isAllowed }) => isAllowed !== false)
}
