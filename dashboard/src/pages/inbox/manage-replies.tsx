// Adds, changes and deletes saved replies.
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { ManageDialog } from './manage-dialog.tsx'
import { manageTexts } from './manage-texts.ts'
import type { SavedReply } from './saved-reply-list.tsx'

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
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const create = useAction('savedReplies', 'create', { onDone })
  const update = useAction('savedReplies', 'update', { onDone })
  const isPending = create.isPending || update.isPending
  const submit = () => {
    if (isPending) return
    if (reply) update.mutate({ id: reply.id, shortcut, text })
    else create.mutate({ shortcut, text })
  }
  return (
    <Form onSubmit={submit} error={create.error ?? update.error} fields={['shortcut', 'text']}>
      <TextField
        label={t.shortcut}
        help={t.shortcutHelp}
        name="shortcut"
        value={shortcut}
        onChange={setShortcut}
        autoFocus
      />
      <TextField label={t.text} help={t.textHelp} name="text" rows={5} value={text} onChange={setText} />
      <FormButtons isPending={isPending} onCancel={onDone} />
    </Form>
  )
}
