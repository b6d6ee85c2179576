// Creates a knowledge base, or changes its name and description.
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const texts = textsOf('knowledge', 'knowledgebaseForm')

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
  const { values, field } = useFields({
    name: knowledgebase?.name ?? '',
    description: knowledgebase?.description ?? '',
  })
  const create = useAction('knowledge', 'create', {
    onDone: ({ data }) => {
      onClose()
      onCreated?.(data.id)
    },
  })
  const update = useAction('knowledge', 'update', { onDone: onClose })
  const submit = () => {
    const fields = { name: values.name, description: values.description || null }
    if (knowledgebase) update.mutate({ id: knowledgebase.id, ...fields })
    else create.mutate(fields)
  }
  return (
    <Form onSubmit={submit} action={knowledgebase ? update : create}>
      <TextField {...field('name')} label={t.name} maxLength={schemaOf('name').maxLength ?? 255} autoFocus />
      <TextField
        {...field('description')}
        label={t.description}
        help={t.help}
        maxLength={schemaOf('description').maxLength ?? 255}
        rows={3}
      />
      <FormButtons submit={knowledgebase ? t.save : t.createAction} />
    </Form>
  )
}
