// The list of conversations, which draws only the rows in view and keeps them in place while others move up.
import { useVirtualizer } from '@tanstack/react-virtual'
import { Inbox } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { listTexts } from './list-texts.ts'
import type { Item } from './records.ts'
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
  if (isFiltered) return <Empty icon={<Inbox aria-hidden />} title={t.noneFound} text={t.noneFoundText} />
  return (
    <Empty icon={<Inbox aria-hidden />} title={t.empty} text={t.emptyText}>
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
