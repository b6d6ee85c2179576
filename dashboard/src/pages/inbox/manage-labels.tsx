// Adds, changes and deletes labels for conversations.
import { useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { ManageDialog } from './manage-dialog.tsx'
import { manageTexts } from './manage-texts.ts'

type LabelRecord = ReplyFrom<'conversationLabels', 'list'>['data'][number]

export function ManageLabels({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(manageTexts)
  const format = useFormats()
  const may = useMay()
  const labels = useRead('conversationLabels', 'list', {}, { isEnabled: isOpen }).data?.data ?? []
  const remove = useAction('conversationLabels', 'delete', { changes: ['conversations', 'conversationViews'] })
  return (
    <ManageDialog
      title={t.labels}
      isOpen={isOpen}
      onClose={onClose}
      records={labels}
      empty={t.noLabels}
      addLabel={t.addLabel}
      deleteText={t.deleteLabelText}
      mayChange={may('conversationLabels', 'update')}
      nameOf={({ name }) => name}
      row={({ name, color, conversations_count }) => (
        <span className="flex items-center gap-2">
          <span
            aria-hidden
            className="size-3 shrink-0 rounded-full border"
            style={color ? { backgroundColor: color } : {}}
          />
          <span dir="auto" className="min-w-0 break-words">
            {name}
          </span>
          <span className="ms-auto shrink-0 text-sm text-soft">{format.count(t.used, conversations_count)}</span>
        </span>
      )}
      form={(label, onDone) => <LabelForm label={label} onDone={onDone} />}
      onDelete={({ id }, onDone) => remove.mutate({ id }, { onSuccess: onDone, onError: sayError })}
      isDeleting={remove.isPending}
    />
  )
}

function LabelForm({ label, onDone }: { label: LabelRecord | undefined; onDone(): void }) {
  const t = useTexts(manageTexts)
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState(label?.color ?? '')
  const options = { changes: ['conversations'] as const, onDone }
  const create = useAction('conversationLabels', 'create', options)
  const update = useAction('conversationLabels', 'update', options)
  const isPending = create.isPending || update.isPending
  const submit = () => {
    if (isPending) return
    const fields = { name, color: color.trim() || null }
    if (label) update.mutate({ id: label.id, ...fields })
    else create.mutate(fields)
  }
  return (
    <Form onSubmit={submit} error={create.error ?? update.error} fields={['name', 'color']}>
      <TextField label={t.labelName} name="name" value={name} onChange={setName} autoFocus />
      <TextField label={t.labelColor} help={t.colorHelp} name="color" value={color} onChange={setColor} />
      <FormButtons isPending={isPending} onCancel={onDone} />
    </Form>
  )
}
