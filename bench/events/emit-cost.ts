// Measures what an event costs a small transaction.
import { sql } from 'kysely'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createBenchAccount } from '../requests/turns.ts'
import { alternate, loadWork, medianRound, type Round } from '../shared/load.ts'
import type { BenchWorkspace } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { ms, tableOf, whole } from '../shared/report.ts'

const rounds = 3
const connections = 8

/** The transaction updates a row of its own, as the operations of features do. */
export async function measureEmit({ connectionString, dataDir }: BenchWorkspace, seconds: number): Promise<string> {
  const config = configFrom({ DATABASE_URL: connectionString, DATA_DIR: dataDir, PARLEY_ROLES: 'api' })
  await using app = await openApp(config, { log: createLog({ level: 'warn', pretty: false }) })
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
  const measured = await alternate(
    rounds,
    measure('transactions without an event', false),
    measure('transactions with an event', true),
  )
  const [without, having] = measured.map(medianRound)
  const row = (name: string, { perSecond, p50Ms }: Round): string[] => [
    name,
    whole(perSecond),
    ms(p50Ms),
    (perSecond / without!.perSecond).toFixed(2),
  ]
  return tableOf(
    ['transaction that updates a row', 'per second', 'p50 ms', 'ratio'],
    [row('without an event', without!), row('with an event', having!)],
  )
}
