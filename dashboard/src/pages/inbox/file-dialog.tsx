// Sends a file that is at a public address.
import { useState } from 'react'
import { newKey } from '#widget/src/new-key.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useSession } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { composerTexts } from './composer-texts.ts'
import type { Detail } from './records.ts'
import type { ChatWindow } from './use-window.ts'

export interface FileDialogProps {
  conversation: Detail
  window: ChatWindow
  isOpen: boolean
  onClose(): void
}

export function FileDialog({ isOpen, onClose, ...props }: FileDialogProps) {
  const t = useTexts(composerTexts)
  return (
    <Dialog title={t.attach} isOpen={isOpen} onClose={onClose}>
      <FileForm {...props} onClose={onClose} />
    </Dialog>
  )
}

const empty = { media_url: '', filename: '', message: '' }

function FileForm({ conversation, window, onClose }: Omit<FileDialogProps, 'isOpen'>) {
  const t = useTexts(composerTexts)
  const { user } = useSession()
  const [fields, setFields] = useState(empty)
  const [key, setKey] = useState(() => newKey())
  const setOwner = useAction('conversations', 'setOwner')
  const send = useAction('messages', 'sendFreeform', {
    changes: ['conversations'],
    idempotencyKey: () => key,
    onDone: () => {
      say(t.fileSent)
      onClose()
    },
  })
  const isPending = send.isPending || setOwner.isPending
  const set = (name: keyof typeof empty) => (value: string) => {
    setFields((known) => ({ ...known, [name]: value }))
    setKey(newKey())
  }
  const submit = () => {
    if (isPending) return
    const { media_url, filename, message } = fields
    const order = { sender_id: window.senderId, recipient_phone: window.phone, media_url }
    const dispatch = () => send.mutate({ ...order, filename: filename || null, message: message || null })
    // As with every message of a member, the AI stops answering.
    if (conversation.owner.member?.id === user.id) dispatch()
    else setOwner.mutate({ uuid: conversation.id, owner: user.id }, { onSuccess: dispatch })
  }
  return (
    <Form onSubmit={submit} error={send.error ?? setOwner.error} fields={['media_url', 'filename', 'message']}>
      <TextField
        label={t.fileUrl}
        help={t.fileHelp}
        name="media_url"
        type="url"
        value={fields.media_url}
        onChange={set('media_url')}
        autoFocus
      />
      <TextField label={t.fileName} name="filename" value={fields.filename} onChange={set('filename')} />
      <TextField label={t.caption} name="message" rows={3} value={fields.message} onChange={set('message')} />
      <FormButtons submit={t.sendFile} isPending={isPending} isDisabled={fields.media_url.trim() === ''} />
    </Form>
  )
}
