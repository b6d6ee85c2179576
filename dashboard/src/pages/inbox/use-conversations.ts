// The conversations of a view, read as far as they are looked at, and kept current by live events.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'
import { read } from '../../api/query.ts'
import { useSession } from '../../session/session.tsx'
import type { Item } from './records.ts'
import { type InboxSearch, listInputOf, pickFilters } from './search.ts'

export interface Conversations {
  /** Undefined until the first page has arrived. */
  items: readonly Item[] | undefined
  total: number
  hasMore: boolean
  error: Error | null
  loadMore(): void
  retry(): void
  /** The record of the open conversation has changed. */
  onChange(item: Item): void
}

/** Viewers get no live events of conversations. */
export const viewerRefreshMs = 15_000
const pauseMs = 500

export function useConversations(search: InboxSearch): Conversations {
  const { role } = useSession()
  const openId = search.conversation
  const input = listInputOf({ ...pickFilters(search), search: search.search })
  const key = JSON.stringify(input)
  const first = useQuery({
    ...read('conversations', 'list', input),
    ...(role === 'viewer' && { refetchInterval: viewerRefreshMs }),
  })
  const [state, setState] = useState<{ key: string; list: LoadedList }>()
  const [moreError, setMoreError] = useState<Error | null>(null)
  const loading = useRef<string>(undefined)
  const list = state?.key === key ? state.list : undefined

  const update = (change: (known: LoadedList) => LoadedList) =>
    setState((known) => (known?.key === key ? { key, list: change(known.list) } : known))

  const { data } = first
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is merged once, when it arrives
  useEffect(() => {
    if (data)
      setState((known) => ({ key, list: withFirstPage(known?.key === key ? known.list : undefined, data, openId) }))
  }, [data, key])

  const loadMore = async () => {
    if (!list?.cursor || loading.current === list.cursor) return
    loading.current = list.cursor
    setMoreError(null)
    try {
      const page = await client.conversations.list({ ...input, cursor: list.cursor })
      update((known) => withNextPage(known, page))
    } catch (error) {
      setMoreError(error as Error)
    } finally {
      loading.current = undefined
    }
  }

  useEventsOutsideOf(data?.data, list, (item) => update((known) => withItem(known, item)))

  return {
    items: list?.items,
    total: data?.total ?? 0,
    hasMore: list?.cursor != null,
    error: first.error ?? moreError,
    loadMore: () => void loadMore(),
    retry: () => void (first.error ? first.refetch() : loadMore()),
    onChange: (item) => update((known) => withItem(known, item)),
  }
}

/** The first page is read again after every event; conversations after it are read one by one. */
function useEventsOutsideOf(
  page: readonly Item[] | undefined,
  list: LoadedList | undefined,
  onChange: (item: Item) => void,
): void {
  const latest = useRef({ page, list, onChange })
  latest.current = { page, list, onChange }
  const waiting = useRef(new Set<string>())
  const readWaiting = async () => {
    const ids = [...waiting.current]
    waiting.current.clear()
    for (const uuid of ids) {
      const { page: shown, list: known } = latest.current
      if (shown?.some(({ id }) => id === uuid) || !known?.items.some(({ id }) => id === uuid)) continue
      // The position before all messages, so that the reply has none.
      const reply = await client.conversations.show({ uuid, before: '-999999999.0' }).catch(() => undefined)
      if (reply) latest.current.onChange(reply.data)
    }
  }
  useLiveEvents(({ event, data }) => {
    if (event === 'conversation.activity' || !('conversation_uuid' in data)) return
    if (waiting.current.size === 0) setTimeout(() => void readWaiting(), pauseMs)
    waiting.current.add(data.conversation_uuid)
  })
}

interface LoadedList {
  /** The latest activity first. */
  items: readonly Item[]
  /** For the conversations after these. Null if there are none. */
  cursor: string | null
}

interface Page {
  data: readonly Item[]
  next_cursor: string | null
}

/** Keeps the loaded part of the list in order while its first page is read again. */
const byActivity = (one: Item, other: Item): number =>
  one.last_activity_at < other.last_activity_at ? 1 : one.last_activity_at > other.last_activity_at ? -1 : 0

/**
 * The page replaces all conversations that are as recent as its own, because the others are not in the list any more; only
 * the open one stays. If more than a page is new, the rest is dropped and read again.
 */
function withFirstPage(known: LoadedList | undefined, page: Page, openId: string | undefined): LoadedList {
  if (!known || page.next_cursor === null) {
    const open = known?.items.filter(({ id }) => id === openId && !page.data.some((item) => item.id === id)) ?? []
    return { items: [...page.data, ...open].toSorted(byActivity), cursor: page.next_cursor }
  }
  const inPage = new Set(page.data.map(({ id }) => id))
  if (!known.items.some(({ id }) => inPage.has(id))) return { items: page.data, cursor: page.next_cursor }
  const oldest = page.data.at(-1)!.last_activity_at
  const rest = known.items.filter(
    ({ id, last_activity_at }) => !inPage.has(id) && (last_activity_at <= oldest || id === openId),
  )
  const isOnlyPage = !rest.some(({ id }) => id !== openId)
  return {
    items: [...page.data, ...rest].toSorted(byActivity),
    cursor: isOnlyPage ? page.next_cursor : known.cursor,
  }
}

function withNextPage(known: LoadedList, page: Page): LoadedList {
  const ids = new Set(known.items.map(({ id }) => id))
  return { items: [...known.items, ...page.data.filter(({ id }) => !ids.has(id))], cursor: page.next_cursor }
}

/** Returns the same list if it does not contain the conversation. */
function withItem(known: LoadedList, changed: Item): LoadedList {
  if (!known.items.some(({ id }) => id === changed.id)) return known
  const items = known.items.map((item) => (item.id === changed.id ? { ...item, ...changed } : item))
  return { ...known, items: items.toSorted(byActivity) }
}
