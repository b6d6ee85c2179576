// Follows the live events of the account: reads changed records again, and passes events to the pages that show them.
import { useEffect, useRef } from 'react'
import type { LiveEvent } from '#contract/events/live-events.ts'
import { client } from './client.ts'
import { type Area, queryClient } from './query.ts'

const changedBy: Record<string, readonly Area[]> = {
  call: ['calls', 'liveCalls', 'accounts', 'billing'],
  conversation: ['conversations'],
  message: ['conversations', 'messages', 'sms'],
  assistant: ['assistants', 'phoneNumbers', 'knowledge'],
  sender: ['senders'],
  campaign: ['campaigns', 'leads'],
  automation: ['automations'],
  'assistant-test': ['assistantTests'],
  webhook: ['webhooks'],
  document: ['knowledge'],
  knowledgebase: ['knowledge'],
  balance: ['accounts', 'billing'],
}

/** These arrive often; pages that show what they are about use the event. */
const withoutRecords = new Set(['call.transcript', 'conversation.activity'])

/** Events in quick succession cause one read. */
const pauseMs = 300
const changed = new Set<Area>()

function noteChange(name: string): void {
  if (withoutRecords.has(name)) return
  if (name === 'reset') return void queryClient.invalidateQueries()
  if (changed.size === 0) setTimeout(readChanged, pauseMs)
  for (const area of changedBy[name.split('.')[0]!] ?? []) changed.add(area)
}

function readChanged(): void {
  for (const area of changed) void queryClient.invalidateQueries({ queryKey: [area] })
  changed.clear()
}

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()

/** Follows the events until the signal is aborted. */
export async function followLiveEvents(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of client.events.stream({}, { signal })) {
        noteChange(event.event)
        for (const listener of listeners) listener(event)
      }
    } catch {
      // The first connection failed, or the account has too many streams; in the meantime pages are read again on focus.
      await new Promise((resolve) => setTimeout(resolve, 5_000))
    }
  }
}

/** Calls `onEvent` for each live event while the component is shown. */
export function useLiveEvents(onEvent: Listener): void {
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => {
    const listener: Listener = (event) => latest.current(event)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
