// Event streams of a server that listens on a port, and events that tests emit.

import type { EventName, EventPayload } from '#contract/events/events.ts'
import type { LiveEvent, liveEvents } from '#contract/events/live-events.ts'
import type { CallInput } from '#contract/wire/endpoint.ts'
import { createClient } from '#sdk/index.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'

type StreamInput = CallInput<typeof liveEvents.stream>

export async function openStreams({ app }: TestApp) {
  const baseUrl = await app.http.listen({ host: '127.0.0.1', port: 0 })
  return {
    baseUrl,
    /** Emits an event of the account in a transaction of its own. */
    emit: <E extends EventName>(
      { account: { id: accountId } }: Pick<TestAccount, 'account'>,
      event: E,
      data: Omit<EventPayload<E>, 'accountId'>,
    ) => transaction(app.context, (tx) => tx.emit(event, { accountId, ...data } as EventPayload<E>)),
    open: ({ token }: Pick<TestAccount, 'token'>, input: StreamInput = {}) => openStream({ baseUrl, token, input }),
  }
}

/** Resolves when the stream has begun, so that it gets all later events. */
export async function openStream({
  baseUrl,
  token,
  input = {},
}: {
  baseUrl: string
  token: string
  input?: StreamInput
}) {
  const closing = new AbortController()
  const begun = Promise.withResolvers<void>()
  const client = createClient({
    baseUrl,
    apiKey: token,
    fetch: async (request) => {
      const response = await fetch(request)
      if (response.ok) begun.resolve()
      return response
    },
  })
  const events = client.events.stream(input, { signal: closing.signal })
  let next: Promise<IteratorResult<LiveEvent, void>> | undefined = events.next()
  next.catch(begun.reject)
  await begun.promise
  return {
    /** The next events. */
    async take(count: number): Promise<LiveEvent[]> {
      const taken: LiveEvent[] = []
      while (taken.length < count) {
        const { value, done } = await (next ?? events.next())
        next = undefined
        if (done) throw new Error(`The stream ended after ${taken.length} of ${count} events.`)
        taken.push(value)
      }
      return taken
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await next?.catch(() => {})
    },
  }
}
