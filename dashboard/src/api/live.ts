// Follows the live events of the account: reads changed records again, and passes events to the pages that show them.
import { useEffect, useRef } from 'react'
import type { LiveEvent } from '#contract/events/live-events.ts'
import { createClient } from '#sdk/index.ts'
import { wait } from '#sdk/wait.ts'
import { type Connection, getConnection, send, setConnection, subscribeToConnection } from './client.ts'
import { type Area, queryClient } from './query.ts'

const changedBy: Record<string, readonly Area[]> = {
  call: ['calls', 'liveCalls', 'accounts', 'billing'],
  conversation: ['conversations'],
  message: ['conversations', 'messages', 'sms'],
  assistant: ['assistants', 'phoneNumbers', 'knowledge'],
  sender: ['senders'],
  campaign: ['campaigns', 'leads'],
  contact: ['contacts', 'conversations'],
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

function receive(event: LiveEvent): void {
  noteChange(event.event)
  for (const listener of listeners) listener(event)
}

const missedEvents = (): LiveEvent => ({ id: 0, event: 'reset', created_at: new Date().toISOString(), data: {} })

/**
 * Follows the events until the returned function is called. The shown pages of a browser with the same name share one
 * stream, because a browser opens only six connections to a server over HTTP/1.1. Hidden pages, and pages that the
 * browser keeps for its back button, follow no events; their records are read again when they are shown.
 */
export function followLiveEvents(name: string): () => void {
  let shown: AbortController | undefined
  let hasMissed = false
  function setShown(isShown: boolean): void {
    if (isShown === (shown !== undefined)) return
    shown?.abort()
    shown = isShown ? new AbortController() : undefined
    if (shown) void shareStream(name, hasMissed, shown.signal)
    hasMissed = true
  }
  const onChange = ({ type }: { type: string }): void =>
    setShown(type !== 'pagehide' && document.visibilityState === 'visible')
  const changes = ['visibilitychange', 'pagehide', 'pageshow']
  for (const change of changes) window.addEventListener(change, onChange)
  onChange({ type: 'pageshow' })
  return () => {
    for (const change of changes) window.removeEventListener(change, onChange)
    setShown(false)
  }
}

/** What the page with the stream sends to the other pages. */
type Shared = { event: LiveEvent } | { connection: Connection }

/** The page that holds the lock has the stream. */
async function shareStream(name: string, hasMissed: boolean, signal: AbortSignal): Promise<void> {
  // Browsers have locks with HTTPS and on the machine itself only; elsewhere, each shown page has its own stream.
  if (!('locks' in navigator)) return readStream({ hasMissed, signal, onEvent: receive })
  const channel = new BroadcastChannel(name)
  signal.addEventListener('abort', () => channel.close())
  const share = (message: Shared): void => {
    if (!signal.aborted) channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Shared>) => {
    if ('connection' in data) setConnection(data.connection)
    else receive(data.event)
  }
  async function lead(mayHaveMissed: boolean): Promise<void> {
    const unsubscribe = subscribeToConnection(() => share({ connection: getConnection() }))
    const onEvent: Listener = (event) => {
      receive(event)
      share({ event })
    }
    await readStream({ hasMissed: mayHaveMissed, signal, onEvent })
    unsubscribe()
  }
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await lead(hasMissed)
    else if (hasMissed) receive(missedEvents())
  })
  // Waits until the page with the stream is hidden or closed. Rejects when the signal is aborted.
  await navigator.locks.request(name, { signal }, () => lead(true)).catch(() => {})
}

interface ReadOptions {
  /** Whether there can be events between those that the pages have received and the stream. */
  hasMissed: boolean
  signal: AbortSignal
  onEvent: Listener
}

/** Reads until the signal is aborted. The SDK continues a lost stream where it ended. */
async function readStream({ hasMissed, signal, onEvent }: ReadOptions): Promise<void> {
  let isOutdated = hasMissed
  const { events } = createClient({
    baseUrl: location.origin,
    async fetch(request) {
      const response = await send(request)
      if (response.ok && isOutdated) onEvent(missedEvents())
      isOutdated = false
      return response
    },
  })
  while (!signal.aborted) {
    try {
      for await (const event of events.stream({}, { signal })) onEvent(event)
    } catch {
      // The first connection failed, or the account has too many streams; in the meantime pages are read again on focus.
      await wait(5_000, signal)
      isOutdated = true
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
