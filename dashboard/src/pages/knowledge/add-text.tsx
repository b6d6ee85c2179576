// Adds a text that is written or pasted, as a text file.
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const texts = textsOf(
  {
    title: 'Add a text',
    help: 'A line that begins with # is a heading. Passages are found best below a heading that is a question customers ask.',
    example: '# When are you open?\n\nMonday to Friday from 7:00 to 18:00.',
  },
  {
    title: 'Text hinzufügen',
    help: 'Eine Zeile, die mit # beginnt, ist eine Überschrift. Am besten werden Abschnitte gefunden, deren Überschrift eine Frage von Kunden ist.',
    example: '# Wann haben Sie geöffnet?\n\nMontag bis Freitag von 7:00 bis 18:00 Uhr.',
  },
)

interface AddProps {
  knowledgebaseId: number
  isOpen: boolean
  onClose(): void
}

export function AddText(props: AddProps) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} isOpen={props.isOpen} onClose={props.onClose}>
      <TextForm {...props} />
    </Dialog>
  )
}

function TextForm({ knowledgebaseId, onClose }: AddProps) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('knowledge', 'createDocument')
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const create = useAction('knowledge', 'createDocument', { onDone: onClose })
  const submit = () => {
    if (create.isPending) return
    const file = new File([text], 'text.txt', { type: 'text/plain' })
    create.mutate({ knowledgebaseId, name, type: 'txt', file })
  }
  return (
    <Form onSubmit={submit} error={create.error} fields={['name', 'file']}>
      <TextField
        label={t.name}
        name="name"
        value={name}
        onChange={setName}
        maxLength={schemaOf('name').maxLength ?? 255}
        autoFocus
      />
      <TextField
        label={t.text}
        help={t.help}
        placeholder={t.example}
        name="file"
        value={text}
        onChange={setText}
        rows={10}
      />
      <FormButtons submit={t.add} isPending={create.isPending} />
    </Form>
  )
}
