// The open conversation: who it is with, its messages, the composer and the details of the customer.
import { useNavigate } from '@tanstack/react-router'
import { AlarmClock, ArrowLeft, PanelRight, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { Dialog, sayError } from '../../ui/overlays.tsx'
import { Failure, IconButton, Loading, Notice } from '../../ui/page.tsx'
import { Actions, useOwner } from './actions.tsx'
import { Composer } from './composer.tsx'
import { conversationTexts } from './conversation-texts.ts'
import { Details } from './details.tsx'
import { useDraft } from './draft.ts'
import { listTexts } from './list-texts.ts'
import { Channel, Label } from './marks.tsx'
import { Messages } from './messages.tsx'
import { customerNameOf, type Detail, type Item, useInstants } from './records.ts'
import { useShortcuts } from './shortcuts.tsx'
import { type History, useHistory } from './use-history.ts'
import { type OtherMember, useOthers } from './use-others.ts'

export interface ConversationProps {
  uuid: string
  onChange(item: Item): void
  onManageLabels(): void
}

/** Has the conversation as its key. */
export function Conversation({ uuid, onChange, onManageLabels }: ConversationProps) {
  const t = useTexts(conversationTexts)
  const history = useHistory(uuid)
  const { conversation, error, retry } = history
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange is another function each time
  useEffect(() => {
    if (!conversation) return
    // Rows do not keep messages.
    const { history: _, ...item } = conversation
    onChange(item)
  }, [conversation])
  if (conversation) return <Open conversation={conversation} history={history} onManageLabels={onManageLabels} />
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <div className="p-2 md:hidden">
        <Back />
      </div>
      {error ? <Failure error={error} onRetry={retry} /> : <Loading />}
      {error && <p className="sr-only">{t.notFound}</p>}
    </div>
  )
}

function Back() {
  const t = useTexts(conversationTexts)
  const navigate = useNavigate({ from: '/inbox' })
  return (
    <IconButton
      icon={ArrowLeft}
      iconSize={18}
      iconClass="rtl:rotate-180"
      label={t.back}
      onPress={() => void navigate({ search: (search) => ({ ...search, conversation: undefined }) })}
    />
  )
}

interface OpenProps {
  conversation: Detail
  history: History
  onManageLabels(): void
}

function Open({ conversation, history, onManageLabels }: OpenProps) {
  const t = useTexts(conversationTexts)
  const may = useMay()
  const { id: uuid } = conversation
  const mayWrite = may('conversations', 'write')
  const draft = useDraft(uuid)
  const field = useRef<HTMLTextAreaElement>(null)
  const isWriting = useRecentChange(draft.draft.mode === 'reply' ? draft.draft.reply : '')
  const others = useOthers(uuid, isWriting)
  const { toggleRead } = useReading(conversation)
  const [isSnoozeOpen, setSnoozeOpen] = useState(false)
  const [areDetailsOpen, setDetailsOpen] = useState(false)
  const { user } = useSession()
  const owner = useOwner(uuid)
  const focus = (mode: 'reply' | 'note') => {
    draft.change({ mode })
    requestAnimationFrame(() => field.current?.focus())
  }
  useShortcuts({
    u: toggleRead,
    ...(mayWrite && {
      r: () => focus('reply'),
      n: () => focus('note'),
      e: () => setSnoozeOpen(true),
      a: () => owner.set(user.id),
    }),
  })
  return (
    <>
      <section aria-label={customerNameOf(conversation) ?? t.customer} className="flex min-h-0 min-w-0 grow flex-col">
        <Head
          conversation={conversation}
          onDetails={() => setDetailsOpen(true)}
          actions={
            <Actions
              conversation={conversation}
              isSnoozeOpen={isSnoozeOpen}
              onSnoozeOpen={setSnoozeOpen}
              onToggleRead={toggleRead}
              onManageLabels={onManageLabels}
            />
          }
        />
        <Others others={others} />
        {conversation.opted_out_at !== null && (
          <div className="px-3 pt-3">
            <Notice look="warn">{t.optedOut}</Notice>
          </div>
        )}
        <Messages conversation={conversation} history={history} />
        {mayWrite && <Composer conversation={conversation} draft={draft} field={field} />}
        {owner.dialog}
      </section>
      <aside
        aria-label={t.details}
        tabIndex={0}
        className="hidden w-80 shrink-0 overflow-auto border-s bg-card p-4 outline-offset-[-2px] min-[100rem]:block"
      >
        <Details conversation={conversation} />
      </aside>
      <Dialog title={t.details} look="drawer" isOpen={areDetailsOpen} onClose={() => setDetailsOpen(false)}>
        <Details conversation={conversation} />
      </Dialog>
    </>
  )
}

function Head({
  conversation,
  actions,
  onDetails,
}: {
  conversation: Detail
  actions: React.ReactNode
  onDetails(): void
}) {
  const t = useTexts(conversationTexts)
  const of = useTexts(listTexts)
  const format = useFormats()
  const instantOf = useInstants()
  const { snoozed_until, labels } = conversation
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-card px-3 py-2">
      <div className="md:hidden">
        <Back />
      </div>
      <div className="min-w-40 grow basis-40">
        <h2 dir="auto" className="truncate font-semibold">
          {customerNameOf(conversation) ?? of.unknownCustomer}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-xs text-soft">
          <Channel type={conversation.type} />
          {conversation.sender && <span className="truncate">{conversation.sender.name}</span>}
          {snoozed_until !== null && (
            <span className="inline-flex items-center gap-1 text-warn">
              <AlarmClock aria-hidden size={13} />
              {t.snoozedUntil(format.dateTime(instantOf(snoozed_until)))}
            </span>
          )}
          {labels.map((label) => (
            <Label key={label.id} label={label} />
          ))}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-1">
        {actions}
        <span className="min-[100rem]:hidden">
          <IconButton
            icon={PanelRight}
            iconSize={18}
            iconClass="rtl:-scale-x-100"
            label={t.details}
            onPress={onDetails}
          />
        </span>
      </div>
    </header>
  )
}

function Others({ others }: { others: readonly OtherMember[] }) {
  const t = useTexts(conversationTexts)
  const writing = others.filter((other) => other.is_writing)
  const shown = writing.length > 0 ? writing : others
  const names = new Intl.ListFormat(document.documentElement.lang).format(shown.map(({ name }) => name))
  return (
    <p role="status" className="empty:hidden flex items-center gap-2 bg-person-soft px-3 py-1 text-sm text-person">
      {shown.length > 0 && (
        <>
          <UsersRound aria-hidden size={15} className="shrink-0" />
          <span className="min-w-0 break-words">{writing.length > 0 ? t.writing(names) : t.looking(names)}</span>
        </>
      )}
    </p>
  )
}

const writingMs = 6_000

/** True while a text was changed within the last seconds and is not empty. */
function useRecentChange(text: string): boolean {
  const [isRecent, setRecent] = useState(false)
  const before = useRef(text)
  useEffect(() => {
    if (text === before.current) return
    before.current = text
    setRecent(text !== '')
    const timer = setTimeout(() => setRecent(false), writingMs)
    return () => clearTimeout(timer)
  }, [text])
  return isRecent
}

/** Marks what arrives as read while it is looked at, unless the member has marked the conversation as unread. */
function useReading({ id: uuid, unread }: Detail) {
  const markRead = useAction('conversations', 'markRead')
  const markUnread = useAction('conversations', 'markUnread')
  const isHeld = useRef(false)
  const isUnread = (unread ?? 0) > 0
  const { mutate, isPending } = markRead
  useEffect(() => {
    const read = () => {
      if (isUnread && !isHeld.current && document.visibilityState === 'visible') mutate({ uuid })
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [isUnread, uuid, mutate])
  const toggleRead = () => {
    if (isPending || markUnread.isPending) return
    isHeld.current = !isUnread
    const action = isUnread ? markRead : markUnread
    action.mutate({ uuid }, { onError: sayError })
  }
  return { toggleRead }
}
