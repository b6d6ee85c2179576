// For operators of the installation: all accounts, entering one, changing its balance, and links for signing in.
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { type ReplyFrom, useAction, useRows } from '../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { DelayedSearch } from '../../ui/filters.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Confirm, Dialog, Menu, say, sayError } from '../../ui/overlays.tsx'
import { Button, Card, Empty, Notice } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Code, Time } from '../../ui/values.tsx'

const texts = textsOf(
  {
    title: 'Accounts of the installation',
    search: 'A part of the name or the email',
    kinds: { direct: 'Direct', tenant: 'Tenant' },
    members: 'Members',
    enter: 'Enter',
    enterTitle: (name: string) => `Enter ${name}?`,
    enterText: 'You act as an owner. The audit log of the account shows when you entered it and what you did.',
    balance: 'Change the balance',
    balanceOf: (name: string) => `Balance of ${name}`,
    none: 'No account matches',
    linkTitle: 'Link to set a new password',
    linkText:
      'For a user who cannot sign in, if there is no mail server. The link is valid for one hour and works once.',
    create: 'Create the link',
    link: 'Link',
    until: 'Valid until',
  },
  {
    title: 'Konten der Installation',
    search: 'Ein Teil des Namens oder der E-Mail-Adresse',
    kinds: { direct: 'Direkt', tenant: 'Mandant' },
    members: 'Mitglieder',
    enter: 'Betreten',
    enterTitle: (name: string) => `${name} betreten?`,
    enterText:
      'Sie handeln als Inhaber. Das Änderungsprotokoll des Kontos zeigt, wann Sie es betreten und was Sie getan haben.',
    balance: 'Guthaben ändern',
    balanceOf: (name: string) => `Guthaben von ${name}`,
    none: 'Kein Konto entspricht der Suche',
    linkTitle: 'Link für ein neues Passwort',
    linkText:
      'Für einen Benutzer, der sich nicht anmelden kann, wenn es keinen Mailserver gibt. Der Link gilt eine Stunde und einmal.',
    create: 'Link erstellen',
    link: 'Link',
    until: 'Gültig bis',
  },
)

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
    <Card title={t.title} isFlush>
      <div className="border-b p-4">
        <DelayedSearch
          label={t.search}
          className="max-w-md"
          value={search ?? ''}
          onChange={(value) =>
            void navigate({ search: { tab: 'operators', ...(value && { search: value }) }, replace: true })
          }
        />
      </div>
      <Table label={t.title} columns={columns} rows={rows} empty={<Empty title={t.none} />} />
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
    </Card>
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

const changeBalanceTexts = textsOf(
  {
    topUp: 'Top-up',
    adjustment: 'Adjustment',
    amount: 'Amount in US dollars',
    amountHelp: 'An adjustment can be negative.',
    reference: 'Reference',
    referenceHelp: 'Such as the number of an invoice. Each reference is booked once.',
    noteHelp: 'Why. The account can see it.',
    book: 'Book',
    done: (balance: string) => `The balance is ${balance} now.`,
  },
  {
    topUp: 'Aufladung',
    adjustment: 'Korrektur',
    amount: 'Betrag in US-Dollar',
    amountHelp: 'Eine Korrektur kann negativ sein.',
    reference: 'Beleg',
    referenceHelp: 'Etwa die Nummer einer Rechnung. Jeder Beleg wird einmal gebucht.',
    noteHelp: 'Warum. Das Konto kann sie sehen.',
    book: 'Buchen',
    done: (balance: string) => `Das Guthaben beträgt jetzt ${balance}.`,
  },
)

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
