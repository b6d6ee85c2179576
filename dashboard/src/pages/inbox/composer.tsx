// Writes to the customer, or a note for the team.
import { FileUp, LayoutTemplate, Send, StickyNote, TextQuote } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { newKey } from '#widget/src/new-key.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { ServerText } from '../../messages/server-text.tsx'
import { useSession } from '../../session/session.tsx'
import { classes } from '../../ui/classes.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Button, IconButton, Notice } from '../../ui/page.tsx'
import { composerTexts } from './composer-texts.ts'
import type { Mode, useDraft } from './draft.ts'
import type { Detail } from './records.ts'
import { useSetting } from './setting.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { TextArea } from './text-area.tsx'
import { type ChatWindow, useChatWindow } from './use-window.ts'

const maxLength = { reply: 4096, note: 5000 }

export interface ComposerProps {
  conversation: Detail
  draft: ReturnType<typeof useDraft>
  field: RefObject<HTMLTextAreaElement | null>
}

export function Composer({ conversation, draft: { draft, change }, field }: ComposerProps) {
  const t = useTexts(composerTexts)
  const { user } = useSession()
  const { id: uuid, owner } = conversation
  const { mode } = draft
  const text = draft[mode]
  const window = useChatWindow(conversation)
  const [open, setOpen] = useState<'template' | 'file'>()
  const sending = useRef(draft)
  const write = useAction('conversations', 'write', {
    changes: ['messages'],
    // A refused request has no effect, and with another body it is another request.
    idempotencyKey: ({ take_over }) => `${sending.current.key}${take_over ? '-take-over' : ''}`,
    // What was typed in the meantime is kept.
    onDone: () => sending.current.reply === draft.reply && change({ reply: '' }),
  })
  const createNote = useAction('conversations', 'createNote', { onDone: () => change({ note: '' }) })
  const isPending = write.isPending || createNote.isPending
  const isClosed = mode === 'reply' && window?.isOpen === false
  const send = (takeOver = false) => {
    if (isPending || isClosed || text.trim() === '') return
    if (mode === 'note') return createNote.mutate({ uuid, text })
    sending.current = draft
    write.mutate({ uuid, message: text, take_over: takeOver })
  }
  const error = mode === 'reply' ? write.error : createNote.error
  const isOwnedByAnother = error instanceof ParleyError && error.status === 409 && mode === 'reply'
  const isOthers = owner.kind === 'member' && owner.member?.id !== user.id
  return (
    <section aria-label={t.composer} className="relative flex flex-col gap-2 border-t bg-card p-3">
      <ModeSwitch mode={mode} onChange={(next) => change({ mode: next })} />
      {error && (
        <Notice look="bad">
          <p>
            <ServerText of={error} />
          </p>
          {isOwnedByAnother && (
            <Button size="small" className="mt-1" onPress={() => send(true)} isPending={isPending}>
              {t.takeOverAndSend}
            </Button>
          )}
        </Notice>
      )}
      {isClosed ? (
        <ClosedWindow onChoose={() => setOpen('template')} />
      ) : (
        <>
          {mode === 'reply' && window?.obstacle && (
            <Notice look="warn">
              <ServerText of={window.obstacle} />
            </Notice>
          )}
          <TextArea
            uuid={uuid}
            mode={mode}
            value={text}
            onChange={(value) => change({ [mode]: value })}
            onSend={() => send()}
            field={field}
          />
          <div className="flex flex-wrap items-center gap-1">
            {mode === 'reply' && (
              <IconButton
                icon={TextQuote}
                size="small"
                label={t.savedReplies}
                onPress={() => {
                  change({ reply: text === '' || text.endsWith(' ') ? `${text}/` : `${text} /` })
                  field.current?.focus()
                  requestAnimationFrame(() => field.current?.setSelectionRange(text.length + 2, text.length + 2))
                }}
              />
            )}
            {mode === 'reply' && window && (
              <>
                <IconButton icon={FileUp} size="small" label={t.attach} onPress={() => setOpen('file')} />
                <IconButton icon={LayoutTemplate} size="small" label={t.template} onPress={() => setOpen('template')} />
              </>
            )}
            <SendKey />
            <span className="grow" />
            {text.length > maxLength[mode] - 200 && (
              <span className={classes('text-xs', text.length > maxLength[mode] ? 'text-bad' : 'text-soft')}>
                {t.tooLong(text.length, maxLength[mode])}
              </span>
            )}
            <Button
              look="primary"
              size="small"
              onPress={() => send()}
              isPending={isPending}
              isDisabled={text.trim() === ''}
            >
              {mode === 'reply' ? <Send aria-hidden size={15} /> : <StickyNote aria-hidden size={15} />}
              {mode === 'reply' ? t.send : t.addNote}
            </Button>
          </div>
          {mode === 'reply' && (
            <p className="text-xs text-soft">
              {owner.kind === 'assistant' && `${t.aiOwns} `}
              {isOthers && `${t.otherOwns(owner.member!.name)} `}
              <TimeLeft window={window} />
            </p>
          )}
        </>
      )}
      {window && (
        <>
          <TemplateDialog
            conversation={conversation}
            window={window}
            isOpen={open === 'template'}
            onClose={() => setOpen(undefined)}
          />
          <FileDialog
            conversation={conversation}
            window={window}
            isOpen={open === 'file'}
            onClose={() => setOpen(undefined)}
          />
        </>
      )}
    </section>
  )
}

function ModeSwitch({ mode, onChange }: { mode: Mode; onChange(mode: Mode): void }) {
  const t = useTexts(composerTexts)
  return (
    <div role="group" aria-label={t.mode} className="flex gap-1">
      {(['reply', 'note'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === mode}
          onClick={() => onChange(each)}
          className={classes(
            'cursor-pointer rounded-md px-2.5 py-0.5 text-sm',
            each !== mode && 'text-soft hover:bg-sunken',
            each === mode &&
              (each === 'note' ? 'bg-warn-soft font-medium text-warn' : 'bg-accent-soft font-medium text-accent'),
          )}
        >
          {t[each]}
        </button>
      ))}
    </div>
  )
}

function SendKey() {
  const t = useTexts(composerTexts)
  const [key, setKey] = useSetting('send-key', ['enter', 'ctrl-enter'])
  return (
    <button
      type="button"
      onClick={() => setKey(key === 'enter' ? 'ctrl-enter' : 'enter')}
      className="cursor-pointer rounded-md px-1.5 py-0.5 text-xs text-soft hover:bg-sunken max-sm:hidden"
    >
      {key === 'enter' ? t.enterSends : t.ctrlEnterSends}
    </button>
  )
}

function TimeLeft({ window }: { window: ChatWindow | undefined }) {
  const t = useTexts(composerTexts)
  if (window?.minutesLeft === undefined) return null
  const { minutesLeft: minutes } = window
  const left = minutes >= 60 ? t.hours(Math.floor(minutes / 60), minutes % 60) : t.minutes(minutes)
  return <span className={minutes < 60 ? 'font-medium text-warn' : ''}>{t.windowOpen(left)}</span>
}

function ClosedWindow({ onChoose }: { onChoose(): void }) {
  const t = useTexts(composerTexts)
  return (
    <Notice look="warn">
      <p className="font-medium">{t.windowClosed}</p>
      <p className="pb-2 text-sm text-ink">{t.windowClosedText}</p>
      <Button icon={LayoutTemplate} size="small" look="primary" onPress={onChoose}>
        {t.chooseTemplate}
      </Button>
    </Notice>
  )
}

interface FileDialogProps {
  conversation: Detail
  window: ChatWindow
  isOpen: boolean
  onClose(): void
}

/** Sends a file that is at a public address. */
function FileDialog({ isOpen, onClose, ...props }: FileDialogProps) {
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
    <Form onSubmit={submit} error={send.error ?? setOwner.error}>
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
