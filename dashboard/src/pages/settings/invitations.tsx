// Open invitations, and inviting a person.
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '#contract/wire/roles.ts'
import { type ReplyFrom, rowsOf, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'
import { Dialog, say, useConfirm } from '../../ui/overlays.tsx'
import { Button, Notice } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Code, Time } from '../../ui/values.tsx'
import { RoleField, roleTexts } from './role-field.tsx'

const texts = textsOf('settings', 'invitations')

type Invited = ReplyFrom<'members', 'invite'>
type Invitation = Invited['data']

export function Invitations() {
  const t = useTexts(texts)
  const roles = useTexts(roleTexts)
  const query = useRead('members', 'listInvitations')
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited>()
  const revoke = useAction('members', 'revokeInvitation', { onDone: () => say(t.revoked) })
  const revocation = useConfirm(revoke, ({ id, email }: Invitation) => ({
    title: t.revokeTitle,
    text: t.revokeText(email),
    action: t.revoke,
    input: { id },
  }))
  const close = () => {
    setInviting(false)
    setInvited(undefined)
  }
  const onInvited = (reply: Invited) => {
    if (reply.url !== null) return setInvited(reply)
    say(t.sent)
    close()
  }
  const columns: Column<Invitation>[] = [
    { name: t.email, width: 'minmax(4rem,2fr)', cell: ({ email }) => <span title={email}>{email}</span> },
    { name: t.role, width: 'minmax(5.25rem,1fr)', cell: ({ role }) => roles[role].name },
    { name: t.by, width: 'minmax(6rem,1fr)', isExtra: true, cell: (row) => row.invited_by },
    {
      name: t.expires,
      width: 'minmax(6rem,1fr)',
      isExtra: true,
      cell: ({ expires_at: at }) => <Time at={at} look="relative" />,
    },
    {
      name: t.actions,
      width: '6.25rem',
      cell: (invitation) => (
        <Button size="small" aria-label={`${t.revoke}: ${invitation.email}`} onPress={() => revocation.ask(invitation)}>
          {t.revoke}
        </Button>
      ),
    },
  ]
  const invite = (
    <Button look="primary" onPress={() => setInviting(true)}>
      {t.invite}
    </Button>
  )
  return (
    <List
      title={t.title}
      actions={invite}
      columns={columns}
      rows={rowsOf(query.data?.data, query)}
      empty={{ icon: MailPlus, title: t.empty, text: t.emptyText }}
    >
      <Dialog title={invited ? t.createdTitle : t.invite} isOpen={isInviting} onClose={close}>
        {invited ? (
          <InvitationLink invited={invited} onDone={close} />
        ) : (
          <Invite onInvited={onInvited} onClose={close} />
        )}
      </Dialog>
      {revocation.dialog}
    </List>
  )
}

function Invite({ onInvited, onClose }: { onInvited(reply: Invited): void; onClose(): void }) {
  const t = useTexts(texts)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const action = useAction('members', 'invite', { onDone: onInvited })
  const submit = () => action.mutate({ email, role })
  return (
    <Form onSubmit={submit} action={action}>
      <TextField name="email" type="email" autoFocus label={t.email} value={email} onChange={setEmail} />
      <RoleField value={role} onChange={setRole} />
      <FormButtons submit={t.send} onCancel={onClose} />
    </Form>
  )
}

function InvitationLink({ invited, onDone }: { invited: Invited; onDone(): void }) {
  const t = useTexts(texts)
  return (
    <div className="flex flex-col gap-4">
      <Notice>{t.createdText(invited.data.email)}</Notice>
      <Code label={t.link} text={invited.url ?? ''} />
      <div className="flex justify-end">
        <Button look="primary" onPress={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}
