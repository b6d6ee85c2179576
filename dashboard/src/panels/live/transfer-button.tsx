// Transfers a live call to a telephone of the account or to another phone number.
import { PhoneForwarded } from 'lucide-react'
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Button, type ButtonProps } from '../../ui/page.tsx'

const texts = textsOf('panels', 'transferCall')
const anotherNumber = 'another'

export function TransferButton({ callId, size }: { callId: number; size: ButtonProps['size'] }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={PhoneForwarded} iconSize={16} size={size} onPress={() => setOpen(true)}>
        {t.transfer}
      </Button>
      <Dialog title={t.title} isOpen={isOpen} onClose={close}>
        <TransferForm callId={callId} close={close} />
      </Dialog>
    </>
  )
}

function TransferForm({ callId, close }: { callId: number; close(): void }) {
  const t = useTexts(texts)
  const may = useMay()
  const { data } = useRead('sipPhones', 'list', {}, { isEnabled: may('sipPhones', 'list') })
  const registered = data?.data.filter(({ registered_until }) => registered_until !== null) ?? []
  const { values, field } = useFields({ telephone: '', phone_number: '' })
  const telephone = values.telephone || registered[0]?.extension || anotherNumber
  const transfer = useAction('liveCalls', 'transfer', {
    onDone: () => {
      say(t.started)
      close()
    },
  })
  const submit = () =>
    transfer.mutate({ id: callId, phone_number: telephone === anotherNumber ? values.phone_number : telephone })
  return (
    <Form onSubmit={submit} action={transfer}>
      <p className="text-muted">{t.text}</p>
      {registered.length > 0 && (
        <Select
          {...field('telephone')}
          value={telephone}
          label={t.to}
          options={[
            ...registered.map(({ extension, name }) => ({ value: extension, label: name, detail: extension })),
            { value: anotherNumber, label: t.another },
          ]}
        />
      )}
      {telephone === anotherNumber && (
        <TextField {...field('phone_number')} label={t.number} help={t.numberHelp} type="tel" isRequired autoFocus />
      )}
      <FormButtons submit={t.transfer} onCancel={close} />
    </Form>
  )
}
