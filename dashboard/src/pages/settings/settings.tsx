// Settings: the signed-in member, the team, the account, models and voices, privacy, the audit log, and the accounts of the installation.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { partOf } from '../../loading/part.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { Loading, Page } from '../../ui/page.tsx'
import { type TabOf, Tabs } from '../../ui/tabs.tsx'
import { AccountFacts } from './account-facts.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { Models } from './models/models.tsx'
import { Operators } from './operators.tsx'
import { Erasures, People } from './people.tsx'
import { Profile } from './profile.tsx'
import { Retention } from './retention.tsx'
import { SecondFactor } from './second-factor.tsx'
import { OwnSessions, Password } from './sign-in.tsx'

const texts = textsOf('settings', 'settings')

/** It needs the texts of assistants and campaigns, whose records it names. */
const AuditLog = partOf(async () => (await import('./audit-log.tsx')).AuditLog, Loading)

type TabId = 'you' | 'team' | 'account' | 'models' | 'privacy' | 'audit' | 'operators'

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
    { id: 'models', label: t.models, content: <Models />, isShown: may('vendors', 'list') },
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

/** The members of the account with their roles, and the open invitations. */
function Team() {
  const may = useMay()
  return (
    <div className="flex flex-col gap-5">
      <Members />
      {may('members', 'listInvitations') && <Invitations />}
    </div>
  )
}

/** Privacy: how long data is kept, and the export and erasure of a person. */
function Privacy() {
  const may = useMay()
  return (
    <div className="flex flex-col gap-5">
      <Retention />
      {may('privacy', 'erasePerson') && <People />}
      {may('privacy', 'listErasures') && <Erasures />}
    </div>
  )
}

/** The signed-in member: name, password, authenticator app and sessions. */
function You() {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex flex-col gap-5">
        <Profile />
        <SecondFactor />
      </div>
      <div className="flex flex-col gap-5">
        <Password />
        <OwnSessions />
      </div>
    </div>
  )
}
