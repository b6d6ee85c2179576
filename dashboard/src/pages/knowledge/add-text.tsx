// Adds a text that is written or pasted, as a text file.
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const texts = textsOf('knowledge', 'text')

interface AddTextProps {
  knowledgebaseId: number
  isOpen: boolean
  onClose(): void
}

export function AddText(props: AddTextProps) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} isOpen={props.isOpen} onClose={props.onClose}>
      <TextForm {...props} />
    </Dialog>
  )
}

function TextForm({ knowledgebaseId, onClose }: AddTextProps) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('knowledge', 'createDocument')
  const { values, field } = useFields({ name: '', file: '' })
  const create = useAction('knowledge', 'createDocument', { onDone: onClose })
  const submit = () => {
    const file = new File([values.file], 'text.txt', { type: 'text/plain' })
    create.mutate({ knowledgebaseId, name: values.name, type: 'txt', file })
  }
  return (
    <Form onSubmit={submit} action={create}>
      <TextField {...field('name')} label={t.name} maxLength={schemaOf('name').maxLength ?? 255} autoFocus />
      <TextField {...field('file')} label={t.text} help={t.help} placeholder={t.example} rows={10} />
      <FormButtons submit={t.add} />
    </Form>
  )
}
