// The members of the account. Owners change roles and remove members.
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { type ReplyFrom, rowsOf, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'
import { Dialog, Menu, say, useConfirm } from '../../ui/overlays.tsx'
import { Badge } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { RoleField, roleTexts } from './role-field.tsx'

const texts = textsOf('settings', 'members')

type Member = ReplyFrom<'members', 'list'>['data'][number]

export function Members() {
  const t = useTexts(texts)
  const roles = useTexts(roleTexts)
  const may = useMay()
  const { user } = useSession()
  const query = useRead('members', 'list')
  const [changing, setChanging] = useState<Member>()
  const remove = useAction('members', 'remove', { onDone: () => say(t.removed) })
  const removal = useConfirm(remove, ({ id, name, email }: Member) => ({
    title: t.removeTitle(name),
    text: t.removeText(email),
    action: t.remove,
    input: { id },
  }))
  const columns: Column<Member>[] = [
    {
      name: t.name,
      width: 'minmax(6rem,2fr)',
      cell: ({ id, name, has_second_factor: hasFactor }) => (
        <span className="flex items-center gap-2">
          <span className="truncate font-medium" title={name}>
            {name}
          </span>
          {hasFactor && <ShieldCheck aria-label={t.factor} role="img" size={15} className="shrink-0 text-good" />}
          {id === user.id && <Badge look="accent">{t.you}</Badge>}
        </span>
      ),
    },
    {
      name: t.email,
      width: 'minmax(8rem,2fr)',
      isExtra: true,
      cell: ({ email }) => <span title={email}>{email}</span>,
    },
    { name: t.role, width: 'minmax(5rem,1fr)', cell: ({ role }) => roles[role].name },
    {
      name: t.seen,
      width: 'minmax(6rem,1fr)',
      isExtra: true,
      cell: ({ last_seen_at: at }) => (at === null ? t.never : <Time at={at} look="relative" />),
    },
  ]
  if (may('members', 'update'))
    columns.push({
      name: t.actions,
      width: '4.5rem',
      cell: (member) => (
        <Menu
          label={t.actionsOf(member.name)}
          size="small"
          actions={[
            { label: t.changeRole, onAction: () => setChanging(member) },
            { label: t.remove, isDanger: true, onAction: () => removal.ask(member) },
          ]}
        />
      ),
    })
  return (
    <List title={t.title} columns={columns} rows={rowsOf(query.data?.data, query)} empty={{ title: t.none }}>
      <Dialog
        title={t.changeRoleOf(changing?.name ?? '')}
        isOpen={changing !== undefined}
        onClose={() => setChanging(undefined)}
      >
        {changing && <ChangeRole member={changing} onClose={() => setChanging(undefined)} />}
      </Dialog>
      {removal.dialog}
    </List>
  )
}

function ChangeRole({ member, onClose }: { member: Member; onClose(): void }) {
  const t = useTexts(texts)
  const [role, setRole] = useState(member.role)
  const action = useAction('members', 'update', {
    // The own role decides which pages there are.
    changes: ['session'],
    onDone: () => {
      say(t.saved)
      onClose()
    },
  })
  const submit = () => action.mutate({ id: member.id, role })
  return (
    <Form onSubmit={submit} action={action}>
      <RoleField value={role} onChange={setRole} />
      <FormButtons onCancel={onClose} />
    </Form>
  )
}
