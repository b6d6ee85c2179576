// The addresses of a contact, which can be added and removed.
import { AtSign, Hash, IdCard, Mail, Phone, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog, say, useConfirm } from '../../ui/overlays.tsx'
import { Button, Card, IconButton } from '../../ui/page.tsx'
import { CopyButton } from '../../ui/values.tsx'
import { type ContactRecord, nameTexts } from './names.ts'

const texts = textsOf('contacts', 'addresses')

const icons = { phone: Phone, channel_user: Hash, username: AtSign, email: Mail, external: IdCard }

export function Addresses({ contact: { id, addresses } }: { contact: ContactRecord }) {
  const t = useTexts(texts)
  const names = useTexts(nameTexts)
  const may = useMay()
  const [isAdding, setAdding] = useState(false)
  const remove = useAction('contacts', 'removeAddress', {
    changes: ['calls', 'conversations', 'leads'],
    onDone: () => say(t.removed),
  })
  const { ask, dialog } = useConfirm(remove, ({ id: addressId, address }: ContactRecord['addresses'][number]) => ({
    title: t.removeTitle(address),
    text: t.removeText,
    action: t.removeAction,
    input: { id, addressId },
  }))
  const addButton = may('contacts', 'addAddress') && (
    <Button icon={Plus} size="small" onPress={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <Card title={t.title} actions={addButton}>
      {addresses.length === 0 && <p className="text-soft">{t.none}</p>}
      <ul className="flex flex-col gap-2">
        {addresses.map((each) => {
          const Icon = icons[each.kind]
          return (
            <li key={each.id} className="flex items-center gap-2">
              <span title={names.kinds[each.kind]}>
                <Icon aria-label={names.kinds[each.kind]} size={16} className="text-soft" />
              </span>
              <bdi className="min-w-0 grow break-all">{each.address}</bdi>
              <CopyButton text={each.address} label={t.copy(each.address)} />
              {may('contacts', 'removeAddress') && (
                <IconButton icon={X} label={t.removeOf(each.address)} onPress={() => ask(each)} />
              )}
            </li>
          )
        })}
      </ul>
      <Dialog title={t.add} isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddAddress id={id} onDone={() => setAdding(false)} />
      </Dialog>
      {dialog}
    </Card>
  )
}

const fields = ['phone_number', 'email', 'external_id'] as const

function AddAddress({ id, onDone }: { id: number; onDone(): void }) {
  const t = useTexts(texts)
  const [kind, setKind] = useState<(typeof fields)[number]>('phone_number')
  const { values, field } = useFields({ phone_number: '', email: '', external_id: '' })
  const labels = { phone_number: t.phone, email: t.email, external_id: t.external }
  const add = useAction('contacts', 'addAddress', {
    changes: ['calls', 'conversations', 'leads'],
    onDone: () => {
      say(t.addedText)
      onDone()
    },
  })
  return (
    <Form onSubmit={() => add.mutate({ id, [kind]: values[kind] })} action={add}>
      <Select<(typeof fields)[number]>
        name="kind"
        label={t.kind}
        value={kind}
        onChange={setKind}
        options={fields.map((value) => ({ value, label: labels[value] }))}
      />
      <TextField key={kind} {...field(kind)} label={labels[kind]} autoFocus />
      <FormButtons submit={t.add} />
    </Form>
  )
}
