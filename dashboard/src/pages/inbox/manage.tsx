// Adds, changes and deletes labels for conversations, and saved replies.
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Confirm, Dialog, sayError } from '../../ui/overlays.tsx'
import { Button, IconButton } from '../../ui/page.tsx'
import type { SavedReply } from './saved-reply-list.tsx'

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
  const { values, field } = useFields({ name: label?.name ?? '', color: label?.color ?? '' })
  const options = { changes: ['conversations'] as const, onDone }
  const create = useAction('conversationLabels', 'create', options)
  const update = useAction('conversationLabels', 'update', options)
  const submit = () => {
    const fields = { name: values.name, color: values.color.trim() || null }
    if (label) update.mutate({ id: label.id, ...fields })
    else create.mutate(fields)
  }
  return (
    <Form onSubmit={submit} action={label ? update : create}>
      <TextField {...field('name')} label={t.labelName} autoFocus />
      <TextField {...field('color')} label={t.labelColor} help={t.colorHelp} />
      <FormButtons onCancel={onDone} />
    </Form>
  )
}

/** Adds, changes and deletes saved replies. */
export function ManageReplies({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(manageTexts)
  const may = useMay()
  const replies = useRead('savedReplies', 'list', {}, { isEnabled: isOpen }).data?.data ?? []
  const remove = useAction('savedReplies', 'delete')
  return (
    <ManageDialog
      title={t.replies}
      isOpen={isOpen}
      onClose={onClose}
      records={replies}
      empty={t.noReplies}
      addLabel={t.addReply}
      deleteText={t.deleteReplyText}
      mayChange={may('savedReplies', 'update')}
      nameOf={({ shortcut }) => `/${shortcut}`}
      row={({ shortcut, text }) => (
        <>
          <span className="block font-medium break-all">/{shortcut}</span>
          <span dir="auto" className="line-clamp-2 text-sm break-words text-soft">
            {text}
          </span>
        </>
      )}
      form={(reply, onDone) => <ReplyForm reply={reply} onDone={onDone} />}
      onDelete={({ id }, onDone) => remove.mutate({ id }, { onSuccess: onDone, onError: sayError })}
      isDeleting={remove.isPending}
    />
  )
}

function ReplyForm({ reply, onDone }: { reply: SavedReply | undefined; onDone(): void }) {
  const t = useTexts(manageTexts)
  const { values, field } = useFields({ shortcut: reply?.shortcut ?? '', text: reply?.text ?? '' })
  const create = useAction('savedReplies', 'create', { onDone })
  const update = useAction('savedReplies', 'update', { onDone })
  const submit = () => {
    if (reply) update.mutate({ id: reply.id, ...values })
    else create.mutate(values)
  }
  return (
    <Form onSubmit={submit} action={reply ? update : create}>
      <TextField {...field('shortcut')} label={t.shortcut} help={t.shortcutHelp} autoFocus />
      <TextField {...field('text')} label={t.text} help={t.textHelp} rows={5} />
      <FormButtons onCancel={onDone} />
    </Form>
  )
}

interface ManageDialogProps<R extends { id: number }> {
  title: string
  isOpen: boolean
  onClose(): void
  records: readonly R[]
  empty: string
  addLabel: string
  deleteText: string
  mayChange: boolean
  nameOf(record: R): string
  row(record: R): ReactNode
  /** `undefined` for a new record. */
  form(record: R | undefined, onDone: () => void): ReactNode
  onDelete(record: R, onDone: () => void): void
  isDeleting: boolean
}

/** A dialog with the records of a kind, in which they are added, changed and deleted. */
function ManageDialog<R extends { id: number }>({ title, isOpen, onClose, ...props }: ManageDialogProps<R>) {
  return (
    <Dialog title={title} look="drawer" isOpen={isOpen} onClose={onClose}>
      <Records {...props} />
    </Dialog>
  )
}

function Records<R extends { id: number }>({
  records,
  empty,
  addLabel,
  deleteText,
  mayChange,
  nameOf,
  row,
  form,
  onDelete,
  isDeleting,
}: Omit<ManageDialogProps<R>, 'title' | 'isOpen' | 'onClose'>) {
  const t = useTexts(manageTexts)
  const [editing, setEditing] = useState<number | 'new'>()
  const [deleting, setDeleting] = useState<R>()
  const close = () => setEditing(undefined)
  return (
    <div className="flex flex-col gap-3">
      {records.length === 0 && <p className="text-soft">{empty}</p>}
      <ul className="flex flex-col divide-y">
        {records.map((record) => (
          <li key={record.id} className="py-2">
            {editing === record.id ? (
              form(record, close)
            ) : (
              <div className="flex items-center gap-1">
                <div className="min-w-0 grow">{row(record)}</div>
                {mayChange && (
                  <>
                    <IconButton
                      icon={Pencil}
                      iconSize={15}
                      size="small"
                      label={t.edit(nameOf(record))}
                      onPress={() => setEditing(record.id)}
                    />
                    <IconButton
                      icon={Trash2}
                      iconSize={15}
                      size="small"
                      label={t.remove(nameOf(record))}
                      onPress={() => setDeleting(record)}
                    />
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayChange &&
        (editing === 'new' ? (
          form(undefined, close)
        ) : (
          <Button icon={Plus} className="self-start" onPress={() => setEditing('new')}>
            {addLabel}
          </Button>
        ))}
      <Confirm
        title={deleting ? t.remove(nameOf(deleting)) : ''}
        text={deleteText}
        action={t.delete}
        isOpen={deleting !== undefined}
        isPending={isDeleting}
        onConfirm={() => deleting && onDelete(deleting, () => setDeleting(undefined))}
        onClose={() => setDeleting(undefined)}
      />
    </div>
  )
}

/** Texts of the dialogs in which labels and saved replies are managed. */
const manageTexts = textsOf('inbox', 'manage')
