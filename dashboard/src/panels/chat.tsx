// A text conversation with an assistant, to try it.
import { Inbox, MessageSquarePlus, RotateCcw, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useId, useRef, useState } from 'react'
import { textBeside } from '#widget/src/file-text.ts'
import { useLiveEvents } from '../api/live.ts'
import { useRead } from '../api/query.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { useMay } from '../session/session.tsx'
import { Attachments } from '../ui/attachments.tsx'
import { classes } from '../ui/classes.ts'
import { Button, Empty, IconButton, LinkButton, Notice } from '../ui/page.tsx'
import { LinkedText } from '../ui/values.tsx'
import { type Chat, type ChatMessage, chatOf } from './chat/chat.ts'
import { FunctionCalls } from './shared/function-calls.tsx'
import { useSignal } from './shared/signal.ts'
import { useStickToEnd } from './shared/use-stick-to-end.ts'
import { filled, useVariableValues, Variables } from './shared/variables.tsx'

const texts = textsOf(
  {
    label: 'Chat with the assistant',
    mayNot: 'Your role may not start test conversations.',
    title: 'Try the assistant',
    text: 'Messages of a test conversation are free. The saved version of the assistant answers; changes that are not saved are not part of it.',
    start: 'Start conversation',
    message: 'Message',
    placeholder: 'Write a message',
    another: 'New conversation',
    inbox: 'Open in the inbox',
    person: 'A teammate has taken over this conversation, so the assistant does not answer.',
    keys: 'Enter sends, Shift and Enter begin a new line.',
  },
  {
    label: 'Chat mit dem Assistenten',
    mayNot: 'Ihre Rolle darf keine Testkonversationen beginnen.',
    title: 'Den Assistenten ausprobieren',
    text: 'Nachrichten einer Testkonversation sind kostenlos. Es antwortet die gespeicherte Fassung des Assistenten; nicht gespeicherte Änderungen gehören nicht dazu.',
    start: 'Konversation beginnen',
    message: 'Nachricht',
    placeholder: 'Nachricht schreiben',
    another: 'Neue Konversation',
    inbox: 'Im Posteingang öffnen',
    person: 'Ein Mitglied Ihres Teams hat diese Konversation übernommen, deshalb antwortet der Assistent nicht.',
    keys: 'Die Eingabetaste sendet, zusammen mit der Umschalttaste beginnt sie eine neue Zeile.',
  },
)

export function ChatPanel({ assistantId }: { assistantId: number }) {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <section aria-label={t.label} className="flex h-full min-h-0 flex-col gap-3">
      {may('conversations', 'create') ? (
        <Conversation key={assistantId} chat={chatOf(assistantId)} assistantId={assistantId} />
      ) : (
        <Notice>{t.mayNot}</Notice>
      )}
    </section>
  )
}

function Conversation({ chat, assistantId }: { chat: Chat; assistantId: number }) {
  const t = useTexts(texts)
  const { conversationId, messages, isBusy, error, isAssistantOn } = useSignal(chat.state)
  const assistant = useRead('assistants', 'get', { id: assistantId })
  const [values, setValues] = useVariableValues(assistantId)
  const scroller = useStickToEnd<HTMLDivElement>(messages)
  const field = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  useLiveEvents(({ event, data }) => {
    if (event === 'conversation.owner' || (event === 'conversation.message' && data.author === 'person'))
      chat.noteChange(data.conversation_uuid)
  })
  const variables = filled(values)
  const retry = useCallback(
    (message: ChatMessage) => {
      chat.retry(message, filled(values))
      field.current?.focus()
    },
    [chat, values],
  )
  const hasBegun = conversationId !== undefined || messages.length > 0
  const another = () => {
    chat.reset()
    field.current?.focus()
  }
  const start = () => {
    chat.start(variables)
    field.current?.focus()
  }
  return (
    <>
      {hasBegun && (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={MessageSquarePlus} size="small" onPress={another}>
            {t.another}
          </Button>
          {conversationId !== undefined && (
            <LinkButton
              size="small"
              look="quiet"
              to="/inbox"
              // The page of the inbox declares this parameter.
              search={{ conversation: conversationId }}
            >
              <Inbox aria-hidden size={15} />
              {t.inbox}
            </LinkButton>
          )}
        </div>
      )}
      <div
        ref={scroller}
        role="log"
        aria-label={t.messages}
        aria-busy={isBusy}
        tabIndex={0}
        className="flex max-h-[70vh] min-h-40 flex-1 flex-col gap-2.5 overflow-y-auto rounded-lg border bg-sunken p-3"
      >
        {messages.map((message, index) => (
          <Message key={message.key} message={message} onRetry={index === messages.length - 1 ? retry : undefined} />
        ))}
        {!hasBegun && (
          <Empty title={t.title} text={t.text}>
            <Button onPress={start}>{t.start}</Button>
          </Empty>
        )}
      </div>
      {!hasBegun && assistant.data && (
        <Variables defaults={assistant.data.data.variables} values={values} onChange={setValues} />
      )}
      {error && (
        <div id={errorId}>
          <Notice look="bad">{error.message}</Notice>
        </div>
      )}
      {!isAssistantOn && <Notice look="warn">{t.person}</Notice>}
      <Composer
        isBusy={isBusy}
        field={field}
        onSend={(text) => chat.send(text, variables)}
        errorId={error ? errorId : undefined}
      />
    </>
  )
}

interface ComposerProps {
  isBusy: boolean
  field: React.RefObject<HTMLTextAreaElement | null>
  /** Undefined if nothing can be sent now. Resolves with false if the message is not valid. */
  onSend(text: string): Promise<boolean> | undefined
  errorId: string | undefined
}

function Composer({ isBusy, field, onSend, errorId }: ComposerProps) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const send = () => {
    field.current?.focus()
    const sent = text.trim() === '' ? undefined : onSend(text.trim())
    if (!sent) return
    setText('')
    void sent.then((isValid) => isValid || setText((written) => written || text))
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter also confirms the words of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="flex items-end gap-2">
      <textarea
        ref={field}
        aria-label={t.message}
        title={t.keys}
        placeholder={t.placeholder}
        dir="auto"
        rows={2}
        aria-describedby={errorId}
        aria-invalid={errorId !== undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKey}
        className="field-sizing-content max-h-40 min-h-9 min-w-0 grow resize-none rounded-lg border border-strong-line bg-card px-3 py-1.5 placeholder:text-soft"
      />
      <IconButton
        icon={SendHorizontal}
        iconSize={18}
        iconClass="rtl:-scale-x-100"
        label={t.send}
        look="primary"
        isPending={isBusy}
        onPress={send}
      />
    </div>
  )
}

const messagesTexts = textsOf(
  {
    customer: 'You',
    person: 'Person of your account',
    writing: 'The assistant is writing …',
    failed: 'Not answered',
  },
  {
    customer: 'Sie',
    person: 'Person Ihres Kontos',
    writing: 'Der Assistent schreibt …',
    failed: 'Nicht beantwortet',
  },
)

const looks: Record<ChatMessage['author'], string> = {
  customer: 'max-w-[calc(100%-2rem)] self-end bg-customer-soft',
  assistant: 'max-w-[calc(100%-1rem)] self-start border bg-card',
  person: 'max-w-[calc(100%-1rem)] self-start bg-person-soft',
}

const Message = memo(function Message({
  message,
  onRetry,
}: {
  message: ChatMessage
  /** Only for the latest message. */
  onRetry: ((message: ChatMessage) => void) | undefined
}) {
  const t = useTexts(messagesTexts)
  const { author, text, files, calls, state } = message
  return (
    <div className={classes('flex min-w-0 flex-col gap-1 rounded-xl px-3.5 py-2', looks[author])}>
      <p className="text-xs font-semibold text-soft">{t[author]}</p>
      <Attachments files={files} />
      {text === '' && state === 'writing' ? (
        <p className="text-soft motion-safe:animate-pulse">{t.writing}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <LinkedText text={textBeside(text, files)} />
          {state === 'writing' && (
            <span
              aria-hidden
              className="ms-0.5 inline-block h-4 w-1.5 translate-y-0.5 bg-soft motion-safe:animate-pulse"
            />
          )}
        </p>
      )}
      <FunctionCalls calls={calls} />
      {state === 'failed' && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-bad">
          {t.failed}
          {onRetry && (
            <Button icon={RotateCcw} iconSize={14} size="small" onPress={() => onRetry(message)}>
              {t.retry}
            </Button>
          )}
        </p>
      )}
    </div>
  )
})
