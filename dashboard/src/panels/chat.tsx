// A text conversation with an assistant, to try it.
import { Inbox, MessageSquarePlus, SendHorizontal } from 'lucide-react'
import { Fragment, type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from 'react'
import { takeoverAt } from '#widget/src/messages.ts'
import { useLiveEvents } from '../api/live.ts'
import { useRead } from '../api/query.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { useSignal } from '../loading/signal.ts'
import { useMay } from '../session/session.tsx'
import { Button, Empty, IconButton, LinkButton, Notice } from '../ui/page.tsx'
import { type Chat, type ChatMessage, chatOf } from './chat/chat.ts'
import { Message } from './chat/message.tsx'
import type { Draft } from './shared/draft.ts'
import { TestError, TriedSettings } from './shared/tried-settings.tsx'
import { useStickToEnd } from './shared/use-stick-to-end.ts'
import { filled, useVariableValues, Variables } from './shared/variables.tsx'

const texts = textsOf('panels', 'chat')

export interface ChatPanelProps {
  assistantId: number
  /** The settings that are being edited beside it. */
  draft: Draft | undefined
}

export function ChatPanel({ assistantId, draft }: ChatPanelProps) {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <section aria-label={t.label} className="flex h-full min-h-0 flex-col gap-3">
      {may('conversations', 'create') ? (
        <Conversation key={assistantId} chat={chatOf(assistantId)} assistantId={assistantId} draft={draft} />
      ) : (
        <Notice>{t.mayNot}</Notice>
      )}
    </section>
  )
}

function Conversation({ chat, assistantId, draft }: ChatPanelProps & { chat: Chat }) {
  const t = useTexts(texts)
  const { conversationId, messages, isBusy, error, isAssistantOn, used } = useSignal(chat.state)
  const assistant = useRead('assistants', 'get', { id: assistantId })
  const [values, setValues] = useVariableValues(assistantId)
  const scroller = useStickToEnd<HTMLDivElement>(messages)
  const field = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  useLiveEvents(({ event, data }) => {
    if (event === 'conversation.owner' || (event === 'conversation.message' && data.author === 'person'))
      chat.noteChange(data.conversation_uuid)
  })
  const order = useMemo(() => ({ variables: filled(values), draft }), [values, draft])
  const retry = useCallback(
    (message: ChatMessage) => {
      chat.retry(message, order)
      field.current?.focus()
    },
    [chat, order],
  )
  const takeover = isAssistantOn ? undefined : takeoverAt(messages.map(({ author }) => author))
  const hasBegun = conversationId !== undefined || messages.length > 0
  const another = () => {
    chat.reset()
    field.current?.focus()
  }
  const start = () => {
    chat.start(order)
    field.current?.focus()
  }
  const restart = () => {
    chat.reset()
    start()
  }
  return (
    <>
      <TriedSettings draft={draft} used={used} onRestart={restart} />
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
          <Fragment key={message.key}>
            {index === takeover && <Takeover />}
            <Message message={message} onRetry={index === messages.length - 1 ? retry : undefined} />
          </Fragment>
        ))}
        {takeover === messages.length && <Takeover />}
        {!hasBegun && (
          <Empty title={t.title} text={t.text}>
            <Button onPress={start}>{t.start}</Button>
          </Empty>
        )}
      </div>
      {!hasBegun && assistant.data && (
        <Variables
          defaults={{ ...assistant.data.data, ...draft?.changes }.variables ?? {}}
          values={values}
          onChange={setValues}
        />
      )}
      {error && (
        <div id={errorId}>
          <Notice look="bad">
            <TestError error={error} draft={draft} />
          </Notice>
        </div>
      )}
      <Composer
        isBusy={isBusy}
        field={field}
        onSend={(text) => chat.send(text, order)}
        errorId={error ? errorId : undefined}
      />
    </>
  )
}

function Takeover() {
  const t = useTexts(texts)
  return <p className="self-center rounded-full bg-person-soft px-3 py-1 text-center text-sm text-person">{t.person}</p>
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
