// Property test of the order of live events: whatever commits when, and whenever clients disconnect, each event arrives once.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { LiveEvent } from '#contract/events/live-events.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openStream } from '#testing/features/event-streams.ts'
import { insertEvents } from './store.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const baseUrl = await parley.app.http.listen({ host: '127.0.0.1', port: 0 })
const { context } = parley.app

/** A transaction whose events have ids, and that commits later. */
async function beginEvents(accountId: number, statuses: readonly string[]) {
  const gate = Promise.withResolvers<boolean>()
  const inserted = Promise.withResolvers<void>()
  const ended = context.db.transaction().execute(async (db) => {
    await insertEvents(
      db,
      statuses.map((status) => ({ accountId, event: 'campaign.status', payload: { campaignId: 1, status } })),
    )
    inserted.resolve()
    if (!(await gate.promise)) throw new Error('rolled back')
  })
  await inserted.promise
  return async (commits: boolean): Promise<void> => {
    gate.resolve(commits)
    await ended.catch(() => {})
    if (commits) context.numberEvents()
  }
}

const statusOf = ({ data }: LiveEvent) => (data as { status: string }).status

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('begin' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(), commits: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reconnect' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disconnect-database' as const) }) },
)

/** As after a restart of PostgreSQL, except that transactions of the test continue. */
const loseNotifications = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'parley notifications'`.execute(context.db)

describe('live events', () => {
  it('arrive once and in order, whatever commits when and whenever the client is disconnected', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { account, token } = await parley.createAccount({ balanceUsd: 0 })
        runs++
        const open: { statuses: string[]; end(commits: boolean): Promise<void> }[] = []
        const committed = new Set<string>()
        const received: LiveEvent[] = []
        let total = 0
        let stream = await openStream({ baseUrl, token })
        const end = async (index: number, commits: boolean): Promise<void> => {
          const [taken] = open.splice(index, 1)
          await taken!.end(commits)
          if (commits) for (const status of taken!.statuses) committed.add(status)
        }
        const read = async (): Promise<void> => {
          if (received.length < committed.size) received.push(...(await stream.take(committed.size - received.length)))
        }
        for (const each of steps) {
          if (each.kind === 'begin' && open.length < 6) {
            const statuses = Array.from({ length: each.count }, () => `${total++}`)
            open.push({ statuses, end: await beginEvents(account.id, statuses) })
          } else if (each.kind === 'end' && open.length > 0) await end(each.which % open.length, each.commits)
          else if (each.kind === 'read') await read()
          else if (each.kind === 'disconnect-database') await loseNotifications()
          else if (each.kind === 'reconnect' && received.length > 0) {
            await stream[Symbol.asyncDispose]()
            stream = await openStream({ baseUrl, token, input: { last_event_id: received.at(-1)!.id } })
          }
        }
        while (open.length > 0) await end(0, true)
        await read()
        await stream[Symbol.asyncDispose]()
        assert.deepEqual(new Set(received.map(statusOf)), committed)
        assert.equal(received.length, committed.size)
        const ids = received.map(({ id }) => id)
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        )
      }),
      { numRuns: 25, seed: 31 },
    )
    assert.equal(runs, 25)
  })
})
