// For operators of the installation: all accounts, entering one, changing its balance, and links for signing in.
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { countSet } from '../../address/values.ts'
import { client } from '../../api/client.ts'
import { type ReplyFrom, useAction, useRows } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { DelayedSearch } from '../../ui/filters.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'
import { Confirm, Dialog, Menu, say, sayError } from '../../ui/overlays.tsx'
import { Button, Card, Notice } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Code, Time } from '../../ui/values.tsx'

const texts = textsOf('settings', 'operators')

type Account = ReplyFrom<'operators', 'listAccounts'>['data'][number]

export function Operators() {
  return (
    <div className="flex flex-col gap-5">
      <Accounts />
      <PasswordLink />
    </div>
  )
}

function Accounts() {
  const t = useTexts(texts)
  const format = useFormats()
  const { search } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const [entering, setEntering] = useState<Account>()
  const [charged, setCharged] = useState<Account>()
  const rows = useRows('operators', 'listAccounts', search === undefined ? {} : { search })
  const find = (text: string) =>
    void navigate({ search: { tab: 'operators', ...(text && { search: text }) }, replace: true })
  // Everything on the pages belongs to the former account, so they are loaded again.
  const enter = useMutation({
    mutationFn: (id: number) => client.session.switchAccount({ account_id: id }),
    onSuccess: () => location.assign('/'),
    onError: sayError,
  })
  const columns: Column<Account>[] = [
    { name: t.name, width: 'minmax(6rem,2fr)', cell: ({ name }) => <span title={name}>{name}</span> },
    { name: t.email, width: 'minmax(8rem,2fr)', isExtra: true, cell: ({ email }) => email },
    { name: t.kind, width: '6rem', isExtra: true, cell: ({ kind }) => t.kinds[kind] },
    { name: t.members, width: '4.5rem', isNumber: true, cell: ({ members }) => format.number(members) },
    { name: t.created, width: '8rem', isExtra: true, cell: ({ created_at: at }) => <Time at={at} look="date" /> },
    {
      name: t.actions,
      width: '4.5rem',
      cell: (account) => (
        <Menu
          label={t.actionsOf(account.name)}
          size="small"
          actions={[
            { label: t.enter, onAction: () => setEntering(account) },
            { label: t.balance, onAction: () => setCharged(account) },
          ]}
        />
      ),
    },
  ]
  return (
    <List
      title={t.title}
      columns={columns}
      rows={rows}
      filters={{
        count: countSet({ search }),
        onClear: () => find(''),
        children: <DelayedSearch label={t.search} className="col-span-2" value={search ?? ''} onChange={find} />,
      }}
      empty={{ title: t.none }}
    >
      <Confirm
        title={t.enterTitle(entering?.name ?? '')}
        text={t.enterText}
        action={t.enter}
        isOpen={entering !== undefined}
        onClose={() => setEntering(undefined)}
        isPending={enter.isPending}
        onConfirm={() => entering && enter.mutate(entering.id)}
      />
      <Dialog
        title={t.balanceOf(charged?.name ?? '')}
        isOpen={charged !== undefined}
        onClose={() => setCharged(undefined)}
      >
        {charged && <ChangeBalance accountId={charged.id} onClose={() => setCharged(undefined)} />}
      </Dialog>
    </List>
  )
}

function PasswordLink() {
  const t = useTexts(texts)
  const [email, setEmail] = useState('')
  const action = useAction('operators', 'createLink')
  return (
    <Card title={t.linkTitle} className="max-w-3xl">
      <Form onSubmit={() => action.mutate({ email })} action={action}>
        <p className="text-soft">{t.linkText}</p>
        <TextField name="email" type="email" label={t.email} value={email} onChange={setEmail} />
        <div>
          <Button type="submit" isPending={action.isPending} isDisabled={email === ''}>
            {t.create}
          </Button>
        </div>
        {action.data && (
          <>
            <Code label={t.link} text={action.data.url} />
            <Notice>
              {t.until} <Time at={action.data.expires_at} />
            </Notice>
          </>
        )}
      </Form>
    </Card>
  )
}

const changeBalanceTexts = textsOf('settings', 'changeBalance')

type Kind = 'top-up' | 'adjustment'

/** Books a top-up or an adjustment for an account. */
function ChangeBalance({ accountId, onClose }: { accountId: number; onClose(): void }) {
  const t = useTexts(changeBalanceTexts)
  const format = useFormats()
  const { values, field } = useFields({ kind: 'top-up' as Kind, amount_usd: '', reference: '', note: '' })
  const action = useAction('billing', 'changeBalance', {
    changes: ['accounts'],
    onDone: ({ balance_usd: balance }) => {
      say(t.done(format.money(balance)))
      onClose()
    },
  })
  const submit = () =>
    action.mutate({
      id: accountId,
      kind: values.kind,
      amount_usd: Number(values.amount_usd),
      reference: values.reference,
      ...(values.note !== '' && { note: values.note }),
    })
  return (
    <Form onSubmit={submit} action={action}>
      <Select<Kind>
        {...field('kind')}
        label={t.kind}
        options={[
          { value: 'top-up', label: t.topUp },
          { value: 'adjustment', label: t.adjustment },
        ]}
      />
      <TextField {...field('amount_usd')} inputMode="decimal" label={t.amount} help={t.amountHelp} />
      <TextField {...field('reference')} label={t.reference} help={t.referenceHelp} />
      <TextField {...field('note')} label={t.note} help={t.noteHelp} />
      <FormButtons submit={t.book} onCancel={onClose} />
    </Form>
  )
}
