// Measures usage and transactions of an account with a million ledger entries: `npm run bench -- ledger`.
import { defineBench } from './shared/bench.ts'
import { percentiles, timeEach } from './shared/load.ts'
import { progress } from './shared/progress.ts'
import { print, tableOf, whole } from './shared/report.ts'
import { watchMemory } from './shared/usage.ts'
import { createBenchAccounts, openClient, openWorkspace, startParley } from './shared/workspace.ts'

const days = 200

/** Of 4 channels, 20 assistants and 10 campaigns. */
const insertEntries = `
  insert into ledger_entries (account_id, kind, ref, amount_micros, balance_after_micros, channel, assistant_id,
    campaign_id, calls, seconds, messages, created_at)
  select $1, case n % 4 when 0 then 'call' when 1 then 'widget-message' when 2 then 'api-message' else 'chatapp-message' end,
    'bench:' || n, -1000, 1000000000, (array['call', 'widget', 'api', 'chatapp'])[n % 4 + 1], n % 20 + 1,
    case when n % 3 = 0 then n % 10 + 1 end, (n % 4 = 0)::int, case when n % 4 = 0 then n % 300 else 0 end,
    (n % 4 <> 0)::int, now() - n * interval '${days} days' / $2::int
  from generate_series(1, $2::int) n`

const reads = {
  'usage of 30 days by day': 'usage',
  'usage of 30 days by day, channel, assistant and campaign': 'usage?group_by=day,channel,assistant,campaign',
  'usage of 200 days by channel': `usage?group_by=channel&date_from=${daysAgo(days - 1)}`,
  'usage of 30 days of an assistant by day': 'usage?assistant_id=7',
  'first page of transactions': 'transactions',
  'transactions of an assistant': 'transactions?assistant_id=7',
  'a transaction by its reference': 'transactions?reference=bench:777',
}

export const bench = defineBench({
  about: 'usage and transactions of an account with a million ledger entries',
  parameters: { entries: 1_000_000, requests: 50 },
  short: { entries: 1_000, requests: 2 },
  async run({ entries, requests, short }) {
    await using workspace = await openWorkspace({ short })
    const [owner] = await createBenchAccounts(workspace, 1)
    {
      await using client = await openClient(workspace)
      progress(`storing ${entries.toLocaleString('en')} ledger entries`)
      await client.query(insertEntries, [owner!.account.id, entries])
      await client.query('vacuum analyze')
    }
    await using parley = await startParley(workspace, {})
    const headers = { authorization: `Bearer ${owner!.token}` }
    const read = async (path: string): Promise<void> => {
      const response = await fetch(`${parley.baseUrl}/api/user/${path}`, { headers })
      for await (const _ of response.body!);
      if (!response.ok) throw new Error(`${path} responded with ${response.status}.`)
    }
    const rows: (string | number)[][] = []
    for (const [name, path] of Object.entries(reads)) {
      progress(name)
      rows.push([name, ...percentiles(await timeEach(requests, () => read(path)), [0.5, 0.95])])
    }
    progress('a CSV file of all entries')
    const { value, added } = await watchMemory(parley.pid, () => timeEach(1, () => read('transactions?format=csv')))
    print(tableOf([`${requests} requests each`, 'median, ms', 'p95, ms'], rows))
    print(`A CSV file of all entries took ${(value[0]! / 1000).toFixed(1)} s and ${whole(added)} MB of memory.`)
  },
})

function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
}
