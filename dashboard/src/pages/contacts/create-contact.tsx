// The form that creates a contact.
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'

const texts = textsOf('contacts', 'create')

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

export function CreateContact({ onDone }: { onDone(id: number): void }) {
  const t = useTexts(texts)
  const { values, field } = useFields({ name: '', phone_number: '', email: '', external_id: '' })
  const create = useAction('contacts', 'create', {
    onDone: ({ data, created }) => {
      say(created ? t.made : t.known)
      onDone(data.id)
    },
  })
  return (
    <Form onSubmit={() => create.mutate(filled(values))} action={create}>
      <TextField {...field('name')} label={t.name} maxLength={200} autoFocus />
      <TextField {...field('phone_number')} label={t.phone} type="tel" />
      <TextField {...field('email')} label={t.email} type="email" />
      <TextField {...field('external_id')} label={t.external} help={t.externalHelp} maxLength={200} />
      <FormButtons submit={t.create} />
    </Form>
  )
}
