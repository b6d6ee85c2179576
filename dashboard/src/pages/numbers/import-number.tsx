// Imports a number that the carrier account already has.
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { useNumbersAddress } from './address.ts'
import { numberTexts } from './texts.ts'

const texts = textsOf(
  {
    text: 'Parley configures the number at the carrier so that its calls and SMS arrive here, in place of any other webhooks. Numbers for outbound calls only are not changed.',
    type: 'Used for',
    add: 'Import',
    done: 'The number was imported',
  },
  {
    text: 'Parley richtet die Nummer beim Carrier so ein, dass ihre Anrufe und SMS hier ankommen, anstelle anderer Webhooks. Nummern nur für ausgehende Anrufe werden nicht geändert.',
    type: 'Verwendet für',
    add: 'Importieren',
    done: 'Die Nummer wurde importiert',
  },
)

export function ImportNumber({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(numberTexts)
  return (
    <Dialog title={t.import} isOpen={isOpen} onClose={onClose}>
      <ImportForm />
    </Dialog>
  )
}

const types = ['both', 'inbound', 'outbound'] as const

function ImportForm() {
  const t = useTexts(texts)
  const names = useTexts(numberTexts)
  const schemaOf = useFieldSchemas('phoneNumbers', 'create')
  const [, change] = useNumbersAddress()
  const [number, setNumber] = useState('')
  const [nickname, setNickname] = useState('')
  const [type, setType] = useState<(typeof types)[number]>('both')
  const create = useAction('phoneNumbers', 'create', {
    onDone: ({ data }) => {
      change({ adding: undefined, number: data.id })
      say(t.done)
    },
  })
  const submit = () =>
    create.isPending ||
    create.mutate({ phone_number: number.replace(/[\s()./-]/g, ''), nickname: nickname || null, type })
  return (
    <Form onSubmit={submit} error={create.error} fields={['phone_number', 'nickname', 'type']}>
      <p className="text-soft">{t.text}</p>
      <TextField
        label={t.number}
        help={<Help text={schemaOf('phone_number').description} />}
        name="phone_number"
        type="tel"
        placeholder="+14155550100"
        value={number}
        onChange={setNumber}
        autoFocus
      />
      <TextField label={t.nickname} name="nickname" value={nickname} onChange={setNickname} />
      <Select
        label={t.type}
        name="type"
        options={types.map((value) => ({ value, label: names[value] }))}
        value={type}
        onChange={(value) => setType(types.find((each) => each === value)!)}
      />
      <FormButtons submit={t.add} isPending={create.isPending} />
    </Form>
  )
}
