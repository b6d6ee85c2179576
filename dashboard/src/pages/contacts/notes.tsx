// The notes of the team about a contact.
import { Trash2 } from 'lucide-react'
import { type ReplyFrom, useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { Card, IconButton } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'

const texts = textsOf('contacts', 'notes')

export interface NotesProps {
  contactId: number
  notes: ReplyFrom<'contacts', 'get'>['notes']
}

export function Notes({ contactId, notes }: NotesProps) {
  const t = useTexts(texts)
  const may = useMay()
  const remove = useAction('contacts', 'deleteNote')
  return (
    <Card title={t.title}>
      <p className="pb-3 text-sm text-soft">{t.text}</p>
      {may('contacts', 'createNote') && <WriteNote contactId={contactId} />}
      <ul className="flex flex-col gap-3 pt-3">
        {notes.map(({ id, author, text, created_at: at }) => (
          <li key={id} className="rounded-lg border p-3">
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {text}
            </p>
            <p className="flex items-center gap-2 pt-1 text-sm text-soft">
              <span className="min-w-0 grow truncate">
                {author} · <Time at={at} />
              </span>
              {may('contacts', 'deleteNote') && (
                <IconButton
                  icon={Trash2}
                  label={t.removeOf(author)}
                  onPress={() => remove.mutate({ id: contactId, contactNoteId: id }, { onError: sayError })}
                />
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function WriteNote({ contactId }: { contactId: number }) {
  const t = useTexts(texts)
  const { values, field, reset } = useFields({ text: '' })
  const create = useAction('contacts', 'createNote', { onDone: reset })
  return (
    <Form onSubmit={() => create.mutate({ id: contactId, text: values.text })} action={create}>
      <TextField {...field('text')} label={t.write} rows={2} maxLength={5000} />
      <FormButtons submit={t.add} look="plain" isDisabled={values.text.trim() === ''} />
    </Form>
  )
}
