// The messages of a conversation: the latest ones, kept current, and older ones as far as they are looked at.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { useSession } from '../../session/session.tsx'
import type { Detail, Entry } from './records.ts'
import { viewerRefreshMs } from './use-conversations.ts'

export interface History {
  conversation: Detail | undefined
  messages: readonly Entry[]
  hasOlder: boolean
  loadOlder(): void
  /** Why older messages could not be read. */
  olderError: Error | null
  error: Error | null
  retry(): void
}

interface Loaded {
  uuid: string
  messages: readonly Entry[]
  cursor: string | null
}

/** The latest messages replace those that are known from their first one on. */
function withLatest(known: Loaded | undefined, { id: uuid, history, next_cursor: cursor }: Detail): Loaded {
  const at = known?.uuid === uuid && history[0] ? known.messages.findIndex(({ id }) => id === history[0]!.id) : -1
  if (at <= 0) return { uuid, messages: history, cursor }
  return { uuid, messages: [...known!.messages.slice(0, at), ...history], cursor: known!.cursor }
}

export function useHistory(uuid: string): History {
  const { role } = useSession()
  const query = useQuery({
    ...read('conversations', 'show', { uuid }),
    ...(role === 'viewer' && { refetchInterval: viewerRefreshMs }),
  })
  const conversation = query.data?.data
  const [loaded, setLoaded] = useState<Loaded>()
  const [olderError, setOlderError] = useState<Error | null>(null)
  const isLoading = useRef(false)
  useEffect(() => {
    if (conversation) setLoaded((known) => withLatest(known, conversation))
  }, [conversation])
  const current = loaded?.uuid === uuid ? loaded : conversation && withLatest(undefined, conversation)

  const loadOlder = async () => {
    if (!current?.cursor || isLoading.current) return
    isLoading.current = true
    setOlderError(null)
    try {
      const { data } = await client.conversations.show({ uuid, before: current.cursor })
      setLoaded((known) =>
        known?.uuid === uuid && known.cursor === current.cursor
          ? { uuid, messages: [...data.history, ...known.messages], cursor: data.next_cursor }
          : known,
      )
    } catch (error) {
      setOlderError(error as Error)
    } finally {
      isLoading.current = false
    }
  }

  return {
    conversation,
    messages: current?.messages ?? [],
    hasOlder: current?.cursor != null,
    loadOlder: () => void loadOlder(),
    olderError,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
