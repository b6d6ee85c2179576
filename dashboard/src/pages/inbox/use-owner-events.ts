// The changes of the owner of a conversation that the event stream still has, and those that arrive.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'
import { useSession } from '../../session/session.tsx'
import type { OwnerEvent } from './timeline.ts'

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

export function useOwnerEvents(uuid: string): readonly OwnerEvent[] {
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
