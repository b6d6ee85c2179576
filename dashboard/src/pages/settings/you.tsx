// The signed-in member: name, password, authenticator app and sessions.
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useSession } from '../../session/session.tsx'
import { Card, Facts } from '../../ui/page.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { Password } from './password.tsx'
import { roleTexts } from './role-texts.ts'
import { SecondFactor } from './second-factor.tsx'

const texts = textsOf(
  {
    profile: 'Profile',
    role: 'Role in this account',
    may: 'May do',
    visiting: 'Visiting as an operator',
  },
  {
    profile: 'Profil',
    role: 'Rolle in diesem Konto',
    may: 'Darf',
    visiting: 'Zu Besuch als Betreiber',
  },
)

export function You() {
  const t = useTexts(texts)
  const roles = useTexts(roleTexts)
  const { user, role, is_visiting: isVisiting } = useSession()
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex flex-col gap-5">
        <Card title={t.profile}>
          <Facts
            facts={[
              [t.name, user.name],
              [t.email, user.email],
              [t.role, isVisiting ? t.visiting : roles[role].name],
              [t.may, roles[role].may],
            ]}
          />
        </Card>
        <SecondFactor />
      </div>
      <div className="flex flex-col gap-5">
        <Password />
        <OwnSessions />
      </div>
    </div>
  )
}
