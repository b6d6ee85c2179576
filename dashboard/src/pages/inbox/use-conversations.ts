// The conversations of a view, read as far as they are looked at, and kept current by live events.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'
import { read } from '../../api/query.ts'
import { useSession } from '../../session/session.tsx'
import { type LoadedList, withFirstPage, withItem, withNextPage } from './merge.ts'
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
