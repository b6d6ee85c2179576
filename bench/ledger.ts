// Measures usage and transactions of an account with a million ledger entries: `npm run bench -- ledger`.
import pg from 'pg'
import { createKnowledgeAccount } from './knowledge/server.ts'
import { median, percentile } from './shared/load.ts'
import { residentMegabytes } from './shared/process-usage.ts'
import { openWorkspace, startParleyProcess } from './shared/processes.ts'
import { progress } from './shared/progress.ts'
import { describeMachine, describePostgres, ms, tableOf } from './shared/report.ts'

const entries = 1_000_000
const days = 200
const requests = 50

/** Of 4 channels, 20 assistants and 10 campaigns. */
const insertEntries = `
  insert into ledger_entries (account_id, kind, ref, amount_micros, balance_after_micros, channel, assistant_id,
    campaign_id, calls, seconds, messages, created_at)
  select $1, case n % 4 when 0 then 'call' when 1 then 'widget-message' when 2 then 'api-message' else 'chatapp-message' end,
    'bench:' || n, -1000, 1000000000, (array['call', 'widget', 'api', 'chatapp'])[n % 4 + 1], n % 20 + 1,
    case when n % 3 = 0 then n % 10 + 1 end, (n % 4 = 0)::int, case when n % 4 = 0 then n % 300 else 0 end,
    (n % 4 <> 0)::int, now() - n * interval '${days} days' / ${entries}
  from generate_series(1, ${entries}) n`

export async function benchLedger(): Promise<void> {
  await using workspace = await openWorkspace()
  const { connectionString, dataDir } = workspace
  const postgres = await describePostgres(connectionString)
  progress('creating an account')
  const { token, account } = await createKnowledgeAccount(workspace)
  const client = new pg.Client({ connectionString })
  await client.connect()
  progress(`storing ${entries.toLocaleString('en')} ledger entries`)
  await client.query(insertEntries, [account.id])
  await client.query('vacuum analyze')
  await client.end()

  await using parley = await startParleyProcess({ DATABASE_URL: connectionString, DATA_DIR: dataDir })
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string): Promise<number> => {
    const begunAt = performance.now()
    const response = await fetch(`${parley.baseUrl}/api/user/${path}`, { headers })
    for await (const _ of response.body!);
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`)
    return performance.now() - begunAt
  }
  const rows: string[][] = []
  for (const [name, path] of [
    ['usage of 30 days by day', 'usage'],
    ['usage of 30 days by day, channel, assistant and campaign', 'usage?group_by=day,channel,assistant,campaign'],
    [`usage of ${days} days by channel`, `usage?group_by=channel&date_from=${daysAgo(days - 1)}`],
    ['usage of 30 days of an assistant by day', 'usage?assistant_id=7'],
    ['first page of transactions', 'transactions'],
    ['transactions of an assistant', 'transactions?assistant_id=7'],
    ['a transaction by its reference', 'transactions?reference=bench:777'],
  ] as const) {
    progress(name)
    const sample: number[] = []
    for (let request = 0; request < requests; request++) sample.push(await read(path))
    rows.push([name, ms(median(sample)), ms(percentile(sample, 0.95))])
  }
  progress('a CSV file of all entries')
  const before = await residentMegabytes(parley.pid)
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(parley.pid))
  }, 50)
  const fileMs = await read('transactions?format=csv')
  clearInterval(timer)
  const table = tableOf(['', 'median, ms', 'p95, ms'], rows)
  const file = `A CSV file of all entries took ${(fileMs / 1000).toFixed(1)} s and ${Math.round(most - before)} MB of memory.`
  process.stdout.write(`${describeMachine(postgres)}\n${requests} requests each\n\n${table}\n\n${file}\n`)
}

const daysAgo = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
