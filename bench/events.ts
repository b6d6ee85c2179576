// Measures event streams: `npm run bench -- events`. Memory and queries of idle streams, delivery times, and the cost of events.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createClient } from '#sdk/client.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { defineBench } from './shared/bench.ts'
import { alternate, loadWork, medianRound, percentiles, type Round, ratioOf } from './shared/load.ts'
import { poll, progress } from './shared/progress.ts'
import { percent, print, tableOf, whole } from './shared/report.ts'
import { processorSeconds, residentMegabytes } from './shared/usage.ts'
import {
  createBenchAccount,
  createBenchAccounts,
  openClient,
  openPreparation,
  openWorkspace,
  startParley,
  type Workspace,
} from './shared/workspace.ts'

export const bench = defineBench({
  about: 'event streams: memory and queries, delivery times, and the cost of events',
  parameters: {
    accounts: 50,
    listeners: 100,
    events: 300,
    eventsPerSecond: 25,
    idleSeconds: 20,
    /** PostgreSQL tidies up after the rows that opening has written. */
    settleSeconds: 40,
    seconds: 1,
    rounds: 3,
  },
  short: {
    accounts: 2,
    listeners: 2,
    events: 4,
    idleSeconds: 0.5,
    settleSeconds: 0.1,
    seconds: 0.1,
    rounds: 1,
  },
  async run({
    accounts,
    listeners: perAccount,
    events,
    eventsPerSecond,
    idleSeconds,
    settleSeconds,
    seconds,
    rounds,
    short,
  }) {
    await using workspace = await openWorkspace({ short })
    const owners = await createBenchAccounts(workspace, accounts)
    const tokens = owners.map(({ token }) => token)
    const cost = await measureEmit(workspace, { seconds, rounds })
    await using first = await startParley(workspace, {})
    await using second = await startParley(workspace, {})

    progress('idle processes')
    await pause(settleSeconds * 125)
    const before = await idleUsage(workspace, first.pid, idleSeconds)
    progress(`${accounts * perAccount} streams`)
    using listeners = await openListeners(first.baseUrl, tokens, perAccount)
    using others = await openListeners(second.baseUrl, tokens, 1)
    await pause(settleSeconds * 1_000)
    const after = await idleUsage(workspace, first.pid, idleSeconds)

    progress(`${events} events`)
    for (let index = 0; index < events; index++) {
      const { token: apiKey, assistantId } = owners[index % accounts]!
      await createClient({ baseUrl: second.baseUrl, apiKey }).conversations.create({ assistant_id: assistantId })
      await pause(1_000 / eventsPerSecond)
    }
    const received = [listeners.delays(), others.delays()]
    const missing = (): number[] => [events * perAccount - received[0]!.length, events - received[1]!.length]
    const deadline = performance.now() + 30_000
    await poll(100, () => missing().every((count) => count <= 0) || performance.now() > deadline)
    // For events that are repeated.
    await pause(500)
    const lost = missing()
    if (lost.some((count) => count !== 0)) throw new Error(`Events were lost or repeated: ${lost.join(', ')}.`)

    const idle = tableOf(
      [`${accounts * perAccount} idle streams of ${accounts} accounts`, 'without', 'with'],
      [
        ['memory of the process, MB', whole(before.megabytes), whole(after.megabytes)],
        ['transactions of both processes per minute', whole(before.perMinute), whole(after.perMinute)],
        ['processor', percent(before.processor), percent(after.processor)],
      ],
    )
    const deliveryRow = (name: string, delays: readonly number[]) => [name, ...percentiles(delays, [0.5, 0.95, 1])]
    const deliveries = tableOf(
      ['from the event to the client', 'p50 ms', 'p95 ms', 'longest'],
      [
        deliveryRow(`in another process, ${perAccount} streams`, received[0]!),
        deliveryRow('in the same process, 1 stream', received[1]!),
      ],
    )
    print(idle, deliveries, cost)
  },
})

/** The memory and processor of a process, and the transactions of all, during a time without events. */
async function idleUsage(workspace: Workspace, pid: number, seconds: number) {
  await using client = await openClient(workspace)
  const count = async (): Promise<number> => {
    const sql = 'select xact_commit::float8 as count from pg_stat_database where datname = current_database()'
    return (await client.query<{ count: number }>(sql)).rows[0]!.count
  }
  const [transactions, processor] = [await count(), await processorSeconds(pid)]
  await pause(seconds * 1_000)
  return {
    megabytes: await residentMegabytes(pid),
    perMinute: ((await count()) - transactions) * (60 / seconds),
    processor: ((await processorSeconds(pid)) - processor) / seconds,
  }
}

/** At the same time. */
const opening = 50

/** Resolves when all streams have begun. */
export async function openListeners(baseUrl: string, tokens: readonly string[], perAccount: number) {
  const { hostname, port } = new URL(baseUrl)
  const delays: number[] = []
  const sockets: Socket[] = []

  async function open(token: string): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(`GET /api/user/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    const [head] = await once(socket, 'data')
    if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(`A stream was refused: ${head}`)
    socket.on('data', (chunk) => {
      const now = performance.timeOrigin + performance.now()
      for (const [, at] of chunk.toString('latin1').matchAll(/"conversation\.started","created_at":"([^"]+)"/g))
        delays.push(now - new Date(at!).getTime())
    })
    sockets.push(socket)
  }

  const queue = tokens.flatMap((token) => Array.from({ length: perAccount }, () => token))
  const worker = async (): Promise<void> => {
    for (let token = queue.pop(); token !== undefined; token = queue.pop()) await open(token)
  }
  await Promise.all(Array.from({ length: opening }, worker))
  return {
    /** In milliseconds, of all events of all streams. */
    delays: (): readonly number[] => delays,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const connections = 8

/** The transaction updates a row of its own, as the operations of features do. */
export async function measureEmit(
  workspace: Workspace,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<string> {
  await using app = await openPreparation(workspace)
  const { context } = app
  const { account } = await createBenchAccount(context)
  await sql`create table if not exists bench_rows (id int primary key, count int not null default 0)`.execute(
    context.db,
  )
  await sql`insert into bench_rows select generate_series(0, 9999) on conflict do nothing`.execute(context.db)
  let turn = 0
  const work = (emits: boolean) => () =>
    transaction(context, async (tx) => {
      await sql`update bench_rows set count = count + 1 where id = ${turn++ % 10_000}`.execute(tx.db)
      if (emits) await tx.emit('campaign.status', { accountId: account.id, campaignId: 1, status: 'paused' })
    })
  const measure = (name: string, emits: boolean) => (): Promise<Round> => {
    progress(name)
    return loadWork(work(emits), { connections, seconds })
  }
  const [without, having] = await alternate(
    rounds,
    measure('transactions without an event', false),
    measure('transactions with an event', true),
  )
  const row = (name: string, { perSecond, p50Ms }: Round) => [name, whole(perSecond), p50Ms]
  return tableOf(
    ['transaction that updates a row', 'per second', 'p50 ms', 'ratio'],
    [
      row('without an event', medianRound(without)),
      [...row('with an event', medianRound(having)), percent(ratioOf(having, without))],
    ],
  )
}
