// Creates a knowledgebase, or changes its name and description.
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const texts = textsOf(
  {
    create: 'Create a knowledgebase',
    edit: 'Edit the knowledgebase',
    help: 'What the documents are about. Assistants read it to decide when to search.',
    createAction: 'Create',
  },
  {
    create: 'Wissensdatenbank anlegen',
    edit: 'Wissensdatenbank bearbeiten',
    help: 'Wovon die Dokumente handeln. Assistenten lesen es, um zu entscheiden, wann sie suchen.',
    createAction: 'Anlegen',
  },
)

interface FormProps {
  /** Undefined to create one. */
  knowledgebase?: { id: number; name: string; description: string | null }
  onClose(): void
  onCreated?(id: number): void
}

export function KnowledgebaseForm({ isOpen, ...props }: FormProps & { isOpen: boolean }) {
  const t = useTexts(texts)
  return (
    <Dialog title={props.knowledgebase ? t.edit : t.create} isOpen={isOpen} onClose={props.onClose}>
      <Fields {...props} />
    </Dialog>
  )
}

function Fields({ knowledgebase, onClose, onCreated }: FormProps) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('knowledge', 'create')
  const [name, setName] = useState(knowledgebase?.name ?? '')
  const [description, setDescription] = useState(knowledgebase?.description ?? '')
  const create = useAction('knowledge', 'create', {
    onDone: ({ data }) => {
      onClose()
      onCreated?.(data.id)
    },
  })
  const update = useAction('knowledge', 'update', { onDone: onClose })
  const { isPending, error } = knowledgebase ? update : create
  const submit = () => {
    if (isPending) return
    const fields = { name, description: description || null }
    if (knowledgebase) update.mutate({ id: knowledgebase.id, ...fields })
    else create.mutate(fields)
  }
  return (
    <Form onSubmit={submit} error={error} fields={['name', 'description']}>
      <TextField
        label={t.name}
        name="name"
        value={name}
        onChange={setName}
        maxLength={schemaOf('name').maxLength ?? 255}
        autoFocus
      />
      <TextField
        label={t.description}
        help={t.help}
        name="description"
        value={description}
        onChange={setDescription}
        maxLength={schemaOf('description').maxLength ?? 255}
        rows={3}
      />
      <FormButtons submit={knowledgebase ? t.save : t.createAction} isPending={isPending} />
    </Form>
  )
}
