// The messages and notes of a conversation, of which only those in view are drawn.
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, StickyNote, Trash2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'
import { useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { ServerText } from '../../messages/server-text.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { useConfirm } from '../../ui/overlays.tsx'
import { Button, IconButton } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { conversationTexts } from './conversation-texts.ts'
import { useOwnerName } from './marks.tsx'
import { Message } from './message.tsx'
import { customerNameOf, type Detail, type Note, useInstants } from './records.ts'
import { type OwnerEvent, type TimelineItem, timelineOf } from './timeline.ts'
import type { History } from './use-history.ts'

const estimatedHeight = 84
const endPx = 120

export function Messages({ conversation, history }: { conversation: Detail; history: History }) {
  const t = useTexts(conversationTexts)
  const instantOf = useInstants()
  const format = useFormats()
  const { messages, hasOlder, loadOlder, olderError } = history
  const notes = useRead('conversations', 'listNotes', { uuid: conversation.id }).data?.data
  const events = useOwnerEvents(conversation.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: instantOf is another function each time
  const items = useMemo(
    () => timelineOf({ messages, notes: notes ?? [], events, hasOlder, instantOf, dayOf: format.date }),
    [messages, notes, events.length, hasOlder],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => items[index]!.key,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endPx,
    overscan: 10,
    paddingEnd: 12,
  })
  useLayoutEffect(() => {
    virtual.scrollToEnd()
    const frame = requestAnimationFrame(() => setReady(true))
    return () => cancelAnimationFrame(frame)
  }, [virtual])
  const drawn = virtual.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: loadOlder is another function each time
  useEffect(() => {
    if (isReady && hasOlder && !olderError && first < 5 && items.length > 0) loadOlder()
  }, [isReady, hasOlder, first, items.length])
  const isAway = isReady && virtual.getDistanceFromEnd() > endPx
  const lastKey = items.at(-1)?.key
  const [seenKey, setSeenKey] = useState(lastKey)
  useEffect(() => {
    if (!isAway) setSeenKey(lastKey)
  }, [isAway, lastKey])
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={scroller}
        role="region"
        aria-label={t.messages}
        tabIndex={0}
        className="min-h-0 grow overflow-auto outline-offset-[-2px]"
      >
        {items.length === 0 && <p className="p-8 text-center text-soft">{t.noMessages}</p>}
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {index === 0 && hasOlder && <Older error={olderError} onRetry={loadOlder} />}
              <Item item={items[index]!} conversation={conversation} messages={messages} />
            </div>
          ))}
        </div>
      </div>
      <Announcement messages={messages} />
      {isAway && (
        <Button
          icon={ArrowDown}
          size="small"
          className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-lg"
          onPress={() => virtual.scrollToEnd()}
        >
          {seenKey === lastKey ? t.latest : t.newMessages}
        </Button>
      )}
    </div>
  )
}

/** Screen readers get what the customer writes while the conversation is open. */
function Announcement({ messages }: { messages: History['messages'] }) {
  const t = useTexts(conversationTexts)
  const latest = messages.findLast((message) => message.sent_by === 'customer')
  const [known] = useState(latest?.id)
  return (
    <p role="status" className="sr-only">
      {latest && latest.id !== known && `${t.customer}: ${latest.content.slice(0, 300)}`}
    </p>
  )
}

function Older({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  const t = useTexts(conversationTexts)
  if (!error) return <p className="pt-3 text-center text-xs text-soft">{t.older}</p>
  return (
    <p role="alert" className="flex flex-wrap items-center justify-center gap-2 px-4 pt-3 text-sm text-bad">
      <ServerText of={error} />
      <Button size="small" onPress={onRetry}>
        {t.retry}
      </Button>
    </p>
  )
}

function Item({
  item,
  conversation,
  messages,
}: {
  item: TimelineItem
  conversation: Detail
  messages: History['messages']
}) {
  const format = useFormats()
  if (item.kind === 'day')
    return (
      <p className="pt-4 pb-1 text-center text-xs font-medium text-soft">
        <time dateTime={item.at}>{format.date(item.at)}</time>
      </p>
    )
  if (item.kind === 'note') return <NoteItem note={item.note} uuid={conversation.id} />
  if (item.kind === 'event') return <EventItem event={item.event} at={item.at} />
  const { message } = item
  return (
    <Message
      message={message}
      at={item.at}
      isContinued={item.isContinued}
      customerName={customerNameOf(conversation)}
      assistantName={conversation.assistant_name}
      repliedTo={
        message.replied_to_message_id == null
          ? undefined
          : messages.find(({ id }) => id === message.replied_to_message_id)
      }
    />
  )
}

function EventItem({ event, at }: { event: OwnerEvent; at: string }) {
  const t = useTexts(conversationTexts)
  const nameOf = useOwnerName()
  const members = useRead('members', 'list').data?.data ?? []
  const { member_id: id } = event.data
  const kind = id === null ? ('nobody' as const) : ('member' as const)
  const member = id === null ? undefined : { id, name: members.find((each) => each.id === id)?.name ?? t.someone }
  const isAi = event.event === 'conversation.owner' && event.data.ai_enabled
  const owner = nameOf(isAi ? { kind: 'assistant' } : { kind, ...(member && { member }) })
  return (
    <p className="px-4 pt-3 text-center text-xs text-soft">
      {event.event === 'conversation.handed-over' && `${t.handedOver[event.data.reason]}. `}
      {t.ownerChanged(owner)} · <Time at={at} look="time" />
    </p>
  )
}

function NoteItem({ note, uuid }: { note: Note; uuid: string }) {
  const t = useTexts(conversationTexts)
  const may = useMay()
  const removal = useConfirm(useAction('conversations', 'deleteNote'), () => ({
    title: t.deleteNote,
    text: t.deleteNoteText,
    action: t.deleteNote,
    input: { uuid, noteId: note.id },
  }))
  return (
    <div className="px-4 pt-3">
      <article
        aria-label={t.note}
        className="rounded-lg border border-dashed border-warn/50 bg-warn-soft px-3 py-2 text-ink"
      >
        <header className="flex items-center gap-1.5 text-xs text-warn">
          <StickyNote aria-hidden size={13} className="shrink-0" />
          <span className="font-medium">{t.note}</span>
          <span dir="auto" className="min-w-0 truncate">
            · {note.author.name}
          </span>
          <span className="ms-auto">
            <Time at={note.created_at} look="time" />
          </span>
          {may('conversations', 'deleteNote') && (
            <IconButton icon={Trash2} iconSize={14} size="small" label={t.deleteNote} onPress={() => removal.ask()} />
          )}
        </header>
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {note.text}
        </p>
      </article>
      {removal.dialog}
    </div>
  )
}

const names = ['conversation.handed-over', 'conversation.owner'] as const

const isOwnerEvent = (event: { event: string }): event is OwnerEvent =>
  (names as readonly string[]).includes(event.event)

async function readStored(uuid: string): Promise<OwnerEvent[]> {
  const events: OwnerEvent[] = []
  const input = { conversation_id: uuid, types: names.join(','), last_event_id: 0, follow: false }
  for await (const event of client.events.stream(input)) {
    if (isOwnerEvent(event)) events.push(event)
  }
  return events
}

/** The changes of the owner of a conversation that the event stream still has, and those that arrive. */
function useOwnerEvents(uuid: string): readonly OwnerEvent[] {
  const { role } = useSession()
  const stored = useQuery({
    queryKey: ['inbox-owner-events', uuid],
    queryFn: () => readStored(uuid),
    enabled: role !== 'viewer',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [arrived, setArrived] = useState<readonly OwnerEvent[]>([])
  useLiveEvents((event) => {
    if (isOwnerEvent(event)) setArrived((known) => [...known, event])
  })
  const known = new Set(stored.data?.map(({ id }) => id))
  const later = arrived.filter(({ id, data }) => data.conversation_uuid === uuid && !known.has(id))
  return withoutDoubles([...(stored.data ?? []), ...later])
}

/** A handover has an event of its own besides that of the new owner. */
const withoutDoubles = (events: readonly OwnerEvent[]): readonly OwnerEvent[] =>
  events.filter(
    (event) =>
      event.event === 'conversation.handed-over' ||
      !events.some(
        (other) =>
          other.event === 'conversation.handed-over' &&
          Math.abs(Date.parse(other.created_at) - Date.parse(event.created_at)) < 1_000,
      ),
  )
