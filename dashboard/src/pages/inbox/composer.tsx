// Writes to the customer, or a note for the team.
import { FileUp, LayoutTemplate, Send, StickyNote, TextQuote } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useSession } from '../../session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Notice } from '../../ui/states.tsx'
import { composerTexts } from './composer-texts.ts'
import type { Mode, useDraft } from './draft.ts'
import { FileDialog } from './file-dialog.tsx'
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
          <p>{error.message}</p>
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
          {mode === 'reply' && window?.obstacle && <Notice look="warn">{window.obstacle}</Notice>}
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
                size="small"
                label={t.savedReplies}
                onPress={() => {
                  change({ reply: text === '' || text.endsWith(' ') ? `${text}/` : `${text} /` })
                  field.current?.focus()
                  requestAnimationFrame(() => field.current?.setSelectionRange(text.length + 2, text.length + 2))
                }}
              >
                <TextQuote aria-hidden size={16} />
              </IconButton>
            )}
            {mode === 'reply' && window && (
              <>
                <IconButton size="small" label={t.attach} onPress={() => setOpen('file')}>
                  <FileUp aria-hidden size={16} />
                </IconButton>
                <IconButton size="small" label={t.template} onPress={() => setOpen('template')}>
                  <LayoutTemplate aria-hidden size={16} />
                </IconButton>
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
      <Button size="small" look="primary" onPress={onChoose}>
        <LayoutTemplate aria-hidden size={15} />
        {t.chooseTemplate}
      </Button>
    </Notice>
  )
}
