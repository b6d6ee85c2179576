// The list of conversations, which draws only the rows in view and keeps them in place while others move up.
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { AlarmClock, Bot, Inbox } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { classes } from '../../ui/classes.ts'
import { Button, Empty, Failure, LinkButton, Loading } from '../../ui/page.tsx'
import { listTexts } from './list-texts.ts'
import { Channel, Label, Owner } from './marks.tsx'
import { customerAddressOf, customerNameOf, type Item } from './records.ts'
import type { Conversations } from './use-conversations.ts'

const rowHeight = 84
const overscan = 8

export interface ConversationListProps {
  conversations: Conversations
  openId: string | undefined
  isFiltered: boolean
}

export function ConversationList({ conversations, openId, isFiltered }: ConversationListProps) {
  const { items, error, retry } = conversations
  if (items === undefined) return error ? <Failure error={error} onRetry={retry} /> : <Loading />
  if (items.length === 0) return <NoConversations isFiltered={isFiltered} />
  return <Rows conversations={conversations} items={items} openId={openId} />
}

function NoConversations({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts(listTexts)
  const may = useMay()
  if (isFiltered) return <Empty icon={Inbox} title={t.noneFound} text={t.noneFoundText} />
  return (
    <Empty icon={Inbox} title={t.empty} text={t.emptyText}>
      {may('assistants', 'list') && <LinkButton to="/assistants">{t.emptyStep}</LinkButton>}
    </Empty>
  )
}

function Rows({
  conversations,
  items,
  openId,
}: {
  conversations: Conversations
  items: readonly Item[]
  openId: string | undefined
}) {
  const t = useTexts(listTexts)
  const { hasMore, error, loadMore, retry, total } = conversations
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.id ?? 'more',
    overscan,
  })
  useScrollKept(scroller, items)
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: loadMore is another function each time
  useEffect(() => {
    if (hasMore && last >= items.length - overscan && !error) loadMore()
  }, [last, items.length, hasMore, error])
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={t.conversations}
      className="min-h-0 grow overflow-auto outline-offset-[-2px]"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => (
          <li
            key={key}
            aria-posinset={index + 1}
            aria-setsize={Math.max(total, items.length)}
            className="absolute inset-x-0"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {items[index] ? (
              <ConversationRow item={items[index]} isOpen={items[index].id === openId} />
            ) : error ? (
              <div className="flex items-center justify-center gap-2 p-4 text-sm text-bad">
                {t.failed}
                <Button size="small" onPress={retry}>
                  {t.retry}
                </Button>
              </div>
            ) : (
              <span className="block p-4 text-center text-sm text-soft">{t.more}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Unless the list is at its beginning, the rows in view stay where they are while others move up. */
function useScrollKept(scroller: React.RefObject<HTMLDivElement | null>, items: readonly Item[]): void {
  const before = useRef(items)
  useLayoutEffect(() => {
    const known = before.current
    before.current = items
    const { current: element } = scroller
    if (!element || known === items || element.scrollTop < rowHeight / 2) return
    const top = Math.floor(element.scrollTop / rowHeight)
    for (let index = top; index < Math.min(known.length, top + 12); index++) {
      const { id, last_activity_at } = known[index]!
      const now = items.findIndex((item) => item.id === id)
      if (now < 0 || items[now]!.last_activity_at !== last_activity_at) continue
      element.scrollTop += (now - index) * rowHeight
      return
    }
  }, [items, scroller])
}

/** The time of today, otherwise the day. */
function Moment({ at }: { at: string }) {
  const format = useFormats()
  const isToday = format.date(at) === format.date(new Date().toISOString())
  return (
    <time dateTime={at} title={format.exact(at)} className="shrink-0 text-xs text-soft tabular-nums">
      {isToday ? format.time(at) : format.date(at)}
    </time>
  )
}

/** A conversation in the list. */
function ConversationRow({ item, isOpen }: { item: Item; isOpen: boolean }) {
  const t = useTexts(listTexts)
  const { last_message: last, labels } = item
  const isUnread = (item.unread ?? 0) > 0
  const [name, address] = [customerNameOf(item), customerAddressOf(item)]
  return (
    <Link
      from="/inbox"
      to="/inbox"
      search={(search) => ({ ...search, conversation: item.id })}
      aria-current={isOpen ? 'true' : undefined}
      data-conversation={item.id}
      preload={false}
      className={classes(
        'flex h-full flex-col justify-center gap-0.5 overflow-hidden border-b border-s-4 px-3 outline-offset-[-2px]',
        isOpen ? 'border-s-accent bg-accent-soft' : 'border-s-transparent hover:bg-sunken',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span dir="auto" className={classes('min-w-0 grow truncate', isUnread ? 'font-semibold' : 'font-medium')}>
          {name ?? t.unknownCustomer}
        </span>
        <Moment at={item.last_activity_at} />
      </span>
      <span className="flex items-center gap-2 text-sm">
        <span dir="auto" className={classes('min-w-0 grow truncate', isUnread ? 'text-ink' : 'text-soft')}>
          {last?.sent_by === 'assistant' && (
            <Bot role="img" aria-label={`${t.assistant}:`} size={13} className="me-1 inline align-[-2px]" />
          )}
          {last?.sent_by === 'human' && `${t.colon(t.you)} `}
          {last?.content ?? t.noMessage}
        </span>
        {isUnread && (
          <span className="shrink-0 rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
            <span aria-hidden>{item.unread! >= 100 ? '99+' : item.unread}</span>
            <span className="sr-only">{t.unreadCount(item.unread!)}</span>
          </span>
        )}
      </span>
      <span className="flex h-5 items-center gap-2.5 overflow-hidden text-xs text-soft">
        <Channel type={item.type} />
        {address !== undefined && address !== name && <bdi className="min-w-16 truncate">{address}</bdi>}
        <Owner owner={item.owner} />
        {item.snoozed_until !== null && (
          <span className="inline-flex shrink-0 items-center gap-1 text-warn">
            <AlarmClock aria-hidden size={13} />
            {t.snoozed}
          </span>
        )}
        {labels.slice(0, 2).map((label) => (
          <Label key={label.id} label={label} />
        ))}
        {labels.length > 2 && <span>+{labels.length - 2}</span>}
      </span>
    </Link>
  )
}
