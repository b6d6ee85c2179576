// Books a top-up or an adjustment for an account.
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'

const texts = textsOf(
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

export function ChangeBalance({ accountId, onClose }: { accountId: number; onClose(): void }) {
  const t = useTexts(texts)
  const format = useFormats()
  const [kind, setKind] = useState<Kind>('top-up')
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const action = useAction('billing', 'changeBalance', {
    changes: ['accounts'],
    onDone: ({ balance_usd: balance }) => {
      say(t.done(format.money(balance)))
      onClose()
    },
  })
  const submit = () => {
    if (action.isPending) return
    action.mutate({ id: accountId, kind, amount_usd: Number(amount), reference, ...(note !== '' && { note }) })
  }
  return (
    <Form onSubmit={submit} error={action.error} fields={['kind', 'amount_usd', 'reference', 'note']}>
      <Select<Kind>
        name="kind"
        label={t.kind}
        options={[
          { value: 'top-up', label: t.topUp },
          { value: 'adjustment', label: t.adjustment },
        ]}
        value={kind}
        onChange={setKind}
      />
      <TextField
        name="amount_usd"
        inputMode="decimal"
        label={t.amount}
        help={t.amountHelp}
        value={amount}
        onChange={setAmount}
      />
      <TextField
        name="reference"
        label={t.reference}
        help={t.referenceHelp}
        value={reference}
        onChange={setReference}
      />
      <TextField name="note" label={t.note} help={t.noteHelp} value={note} onChange={setNote} />
      <FormButtons submit={t.book} isPending={action.isPending} onCancel={onClose} />
    </Form>
  )
}
