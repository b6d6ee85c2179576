// Measures the choice of the next lead, and requests about a campaign, with a thousand and with a million leads.
import { findNextDue, lockDueLeads } from '#server/features/campaigns/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { exchange, median, timeEach } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { tableOf } from '../shared/report.ts'
import { clientOf, createCampaign, type Server, type Stage } from './stage.ts'

type Tx = Parameters<typeof lockDueLeads>[0]
type Ref = Parameters<typeof lockDueLeads>[1]

const choices: Record<string, (tx: Tx, ref: Ref) => Promise<unknown>> = {
  'next leads': (tx, ref) => lockDueLeads(tx, ref, { limit: 10, withFallback: true }),
  'next leads to call': (tx, ref) => lockDueLeads(tx, ref, { limit: 10, withFallback: false }),
  'next due time': findNextDue,
}

const paths: Record<string, (campaignId: number) => string> = {
  'GET campaign': (id) => `/api/user/campaign/${id}`,
  'GET leads of the campaign': (id) => `/api/user/leads?campaign_id=${id}`,
  'GET completed leads of the campaign': (id) => `/api/user/leads?campaign_id=${id}&status=completed`,
  'GET leads in process': (id) => `/api/user/leads?campaign_id=${id}&status=processing`,
  'GET all leads': () => '/api/user/leads',
  'GET leads by number': (id) => `/api/user/leads?campaign_id=${id}&phone_number=14152300123`,
  'GET preview': (id) => `/api/user/campaign/${id}/preview`,
}

/** @param many The number of leads of the larger campaign; the smaller one has a thousandth of them, at least ten. */
export async function measureChoiceOfLeads(
  stage: Stage,
  parley: Server,
  many: number,
  repetitions: number,
): Promise<string> {
  // Has no other leads.
  const caller = stage.callers.at(-1)!
  const { accountId, token } = caller
  const { database } = stage
  await using opened = openDatabase(stage.workspace.connectionString, { maxConnections: 1, name: 'bench' })
  const few = Math.max(10, many / 1_000)
  progress(`inserting ${many.toLocaleString('en')} leads`)
  const ids: number[] = []
  for (const leads of [few, many]) ids.push((await createCampaign(stage, parley.baseUrl, { caller, leads })).id)
  const rows: (string | number)[][] = []

  async function compare(name: string, measure: (campaignId: number) => Promise<number>): Promise<void> {
    progress(name)
    const [one, other] = [await measure(ids[0]!), await measure(ids[1]!)]
    rows.push([name, one, other, other / one])
  }

  /** The median time of the statement in transactions that are rolled back. */
  async function compareChoices(state: string): Promise<void> {
    for (const [name, choose] of Object.entries(choices))
      await compare(`${name}, ${state}`, async (campaignId) => {
        const times: number[] = []
        while (times.length < repetitions) {
          const tx = await opened.db.startTransaction().execute()
          times.push(...(await timeEach(1, () => choose(tx, { accountId, campaignId }))))
          await tx.rollback().execute()
        }
        return median(times)
      })
  }

  async function compareRequests(state: string): Promise<void> {
    for (const [name, pathOf] of Object.entries(paths))
      await compare(`${name}, ${state}`, async (campaignId) =>
        median(await timeEach(Math.min(10, repetitions), () => get(pathOf(campaignId)))),
      )
  }

  const headers = { authorization: `Bearer ${token}` }
  const get = (path: string): Promise<string> => exchange(parley.baseUrl + path, { headers })

  /** Changes the first leads of each campaign. */
  const change = (share: number, set: string) =>
    database.query(
      `update leads l set ${set}
      from (select campaign_id, min(id) as first, count(*) as total from leads where account_id = $1 group by 1) c
      where l.account_id = $1 and l.campaign_id = c.campaign_id and l.id < c.first + c.total * $2::float8`,
      [accountId, share],
    )
  const complete = async (share: number): Promise<void> => {
    await change(share, `due_at = created_at, is_fallback = false, status = 'processing'`)
    await change(share, `status = 'completed'`)
  }
  const analyze = () => database.query('vacuum analyze leads')

  await analyze()
  await compareChoices('all due')
  await compareRequests('all due')
  await complete(0.005)
  await compareChoices('0.5 % completed, before vacuum')
  await change(0.99, `due_at = app_now() + interval '1 day', waiting_reason = 'retry_interval', status = 'rescheduled'`)
  await analyze()
  await compareChoices('99 % postponed')
  await change(0.5, `due_at = app_now() - interval '1 day', is_fallback = true`)
  await analyze()
  await compareChoices('50 % wait for a message')
  await complete(0.9)
  await compareChoices('90 % completed at once, before vacuum')
  await analyze()
  await compareChoices('90 % completed')
  await compareRequests('90 % completed')
  const client = clientOf(parley, caller)
  await compare('DELETE campaign', async (id) => (await timeEach(1, () => client.campaigns.delete({ id })))[0]!)
  const sizes = [few, many].map((count) => `ms, ${count.toLocaleString('en')} leads`)
  return tableOf(['', ...sizes, 'ratio'], rows)
}
