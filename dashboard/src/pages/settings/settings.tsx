// Settings: the signed-in member, the team, the account, privacy, the audit log, and the accounts of the installation.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { Page, type TabOf, Tabs } from '../../ui/page.tsx'
import { AccountFacts } from './account-facts.tsx'
import { AuditLog } from './audit-log.tsx'
import { Operators } from './operators.tsx'
import { Privacy } from './privacy.tsx'
import { Team } from './team.tsx'
import { You } from './you.tsx'

const texts = textsOf(
  {
    title: 'Settings',
    you: 'You',
    team: 'Team',
    account: 'Account',
    privacy: 'Privacy',
    audit: 'Audit log',
    operators: 'Operators',
  },
  {
    title: 'Einstellungen',
    you: 'Persönlich',
    team: 'Team',
    account: 'Konto',
    privacy: 'Datenschutz',
    audit: 'Änderungsprotokoll',
    operators: 'Betreiber',
  },
)

type TabId = 'you' | 'team' | 'account' | 'privacy' | 'audit' | 'operators'

export function Settings() {
  const t = useTexts(texts)
  const may = useMay()
  const { user } = useSession()
  const { tab } = useSearch({ from: '/settings' })
  const navigate = useNavigate()
  const tabs: TabOf<TabId>[] = [
    { id: 'you', label: t.you, content: <You /> },
    { id: 'team', label: t.team, content: <Team />, isShown: may('members', 'list') },
    { id: 'account', label: t.account, content: <AccountFacts /> },
    { id: 'privacy', label: t.privacy, content: <Privacy />, isShown: may('privacy', 'getRetention') },
    { id: 'audit', label: t.audit, content: <AuditLog />, isShown: may('audit', 'list') },
    { id: 'operators', label: t.operators, content: <Operators />, isShown: user.is_operator },
  ]
  return (
    <Page title={t.title}>
      <Tabs
        label={t.parts}
        tabs={tabs}
        selected={tab}
        onSelect={(id) => void navigate({ to: '/settings', search: { tab: id } })}
      />
    </Page>
  )
}
