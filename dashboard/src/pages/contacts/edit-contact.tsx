// The form for the name, the labels and the attributes of a contact.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Button, IconButton } from '../../ui/page.tsx'
import type { ContactRecord } from './names.ts'

const texts = textsOf('contacts', 'edit')

interface Row {
  key: number
  name: string
  value: string
}

export function EditContact({ contact, onDone }: { contact: ContactRecord; onDone(): void }) {
  const t = useTexts(texts)
  const { values, field } = useFields({ name: contact.given_name ?? '', labels: contact.labels.join(', ') })
  const [rows, setRows] = useState<Row[]>(() =>
    Object.entries(contact.attributes).map(([name, value], key) => ({ key, name, value })),
  )
  const update = useAction('contacts', 'update', {
    onDone: ({ message: _ }) => {
      say(t.saved)
      onDone()
    },
  })
  const change = (key: number, changes: Partial<Row>) =>
    setRows((known) => known.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  function submit() {
    const entered = Object.fromEntries(
      rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
    )
    const removed = Object.keys(contact.attributes).filter((name) => !Object.hasOwn(entered, name))
    update.mutate({
      id: contact.id,
      name: values.name.trim() || null,
      labels: values.labels
        .split(',')
        .map((label) => label.trim())
        .filter(Boolean),
      attributes: { ...entered, ...Object.fromEntries(removed.map((name) => [name, null])) },
    })
  }
  return (
    <Form onSubmit={submit} action={update}>
      <TextField {...field('name')} label={t.name} maxLength={200} autoFocus />
      <TextField {...field('labels')} label={t.labels} help={t.labelsHelp} />
      <fieldset className="flex flex-col gap-2">
        <legend className="font-medium">{t.attributes}</legend>
        <p className="text-sm text-soft">{t.attributesHelp}</p>
        {rows.map(({ key, name, value }) => (
          <div key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto] items-end gap-2">
            <TextField
              name={`attribute-${key}`}
              label={t.attribute}
              value={name}
              maxLength={64}
              onChange={(next) => change(key, { name: next })}
            />
            <TextField
              name={`value-${key}`}
              label={t.value}
              value={value}
              onChange={(next) => change(key, { value: next })}
            />
            <IconButton
              icon={X}
              label={t.removeAttribute(name)}
              onPress={() => setRows((known) => known.filter((row) => row.key !== key))}
            />
          </div>
        ))}
        <div>
          <Button
            icon={Plus}
            size="small"
            onPress={() => setRows((known) => [...known, { key: (known.at(-1)?.key ?? 0) + 1, name: '', value: '' }])}
          >
            {t.addAttribute}
          </Button>
        </div>
      </fieldset>
      <FormButtons />
    </Form>
  )
}
