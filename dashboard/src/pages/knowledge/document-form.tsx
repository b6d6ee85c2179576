// Changes the name and the description of a document.
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'

interface DocumentFormProps {
  knowledgebaseId: number
  document: { id: number; name: string; description: string | null }
  onClose(): void
}

export function DocumentForm({ knowledgebaseId, document, onClose }: DocumentFormProps) {
  const t = useTexts()
  const schemaOf = useFieldSchemas('knowledge', 'updateDocument')
  const [name, setName] = useState(document.name)
  const [description, setDescription] = useState(document.description ?? '')
  const update = useAction('knowledge', 'updateDocument', { onDone: onClose })
  const submit = () =>
    update.isPending ||
    update.mutate({ knowledgebaseId, documentId: document.id, name, description: description || null })
  const limit = (field: string) => schemaOf(field).maxLength ?? 255
  return (
    <Form onSubmit={submit} error={update.error} fields={['name', 'description']}>
      <TextField label={t.name} name="name" value={name} onChange={setName} maxLength={limit('name')} autoFocus />
      <TextField
        label={t.description}
        name="description"
        value={description}
        onChange={setDescription}
        maxLength={limit('description')}
        rows={3}
      />
      <FormButtons isPending={update.isPending} onCancel={onClose} />
    </Form>
  )
}
