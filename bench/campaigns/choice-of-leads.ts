// Measures the choice of the next lead, and requests about a campaign, with a thousand and with a million leads.
import { request } from 'undici'
import { findNextDue, lockDueLeads } from '#server/features/campaigns/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createRecorder } from '../requests/record.ts'
import { median } from '../shared/load.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, tableOf } from '../shared/report.ts'
import { type Caller, clientOf, insertLeads, type Stage } from './stage.ts'

const few = 1_000
const many = 1_000_000
const repetitions = 30

interface Measured {
  ms: number
  /** Pages that the statement reads. */
  pages: number
  /** The most rows that a step of its plan returns, which is far below all leads if it sorts none. */
  mostRows: number
  /** The index by which it reads leads. */
  index: string
}

type Choice = (campaignId: number) => Promise<Measured>

export async function measureChoiceOfLeads(stage: Stage): Promise<string> {
  // Before the connections of the database.
  using recorder = createRecorder()
  // Has no other leads.
  const caller = stage.callers.at(-1)!
  const { database } = stage
  await using opened = openDatabase(stage.workspace.connectionString, { maxConnections: 1, name: 'bench' })
  await using parley = await stage.startServer()
  const client = clientOf(parley, caller)
  const rows: string[][] = []

  /** The median time of the statement in a transaction that is rolled back. */
  async function measure(run: (tx: Parameters<typeof lockDueLeads>[0]) => Promise<unknown>): Promise<Measured> {
    const times: number[] = []
    const { statements } = await recorder.record({}, async () => {
      for (let turn = 0; turn < repetitions; turn++) {
        const tx = await opened.db.startTransaction().execute()
        const startedAt = performance.now()
        await run(tx)
        times.push(performance.now() - startedAt)
        await tx.rollback().execute()
      }
    })
    const { text, values } = statements.find((statement) => statement.text.includes('select'))!
    await database.query('begin')
    const explained = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    await database.query('rollback')
    const [{ Plan: plan }] = explained.rows[0]!['QUERY PLAN']
    const nodes = nodesOf(plan)
    return {
      ms: median(times),
      pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      mostRows: Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops'])),
      index: nodes.find((node) => node['Relation Name'] === 'leads')?.['Index Name'] ?? 'none',
    }
  }

  const ref = (campaignId: number) => ({ accountId: caller.accountId, campaignId })
  const choices: Record<string, Choice> = {
    'next leads': (campaignId) => measure((tx) => lockDueLeads(tx, ref(campaignId), { limit: 10, withFallback: true })),
    'next leads to call': (campaignId) =>
      measure((tx) => lockDueLeads(tx, ref(campaignId), { limit: 10, withFallback: false })),
    'next due time': (campaignId) => measure((tx) => findNextDue(tx, ref(campaignId))),
  }

  async function compare(state: string, small: number, large: number): Promise<void> {
    for (const [name, choice] of Object.entries(choices)) {
      stopIfAsked()
      const [one, other] = [await choice(small), await choice(large)]
      rows.push([
        `${name}, ${state}`,
        ms(one.ms),
        ms(other.ms),
        ms(other.ms / one.ms),
        `${one.pages}, ${other.pages}`,
        `${one.mostRows}, ${other.mostRows}`,
        other.index,
      ])
    }
  }

  const requests: string[][] = []
  async function compareRequests(state: string, small: number, large: number): Promise<void> {
    for (const [name, path] of Object.entries(paths)) {
      progress(`${name}, ${state}`)
      const one = await timeRequest(parley.baseUrl + path(small), caller)
      const other = await timeRequest(parley.baseUrl + path(large), caller)
      requests.push([`${name}, ${state}`, ms(one), ms(other), ms(other / one)])
    }
  }

  async function createFilled(count: number): Promise<number> {
    const { data } = await client.campaigns.create({ name: `${count}`, assistant_id: caller.assistantId })
    await insertLeads(stage, {
      accountId: caller.accountId,
      campaignId: data.id,
      first: stage.takePhones(count),
      count,
    })
    return data.id
  }
  /** Changes the first leads of each campaign. */
  const change = (share: number, set: string) =>
    database.query(
      `update leads l set ${set}
      from (select campaign_id, min(id) as first, count(*) as total from leads where account_id = $1 group by 1) c
      where l.account_id = $1 and l.campaign_id = c.campaign_id and l.id < c.first + c.total * $2::float8`,
      [caller.accountId, share],
    )
  const complete = async (share: number): Promise<void> => {
    await change(share, `due_at = created_at, is_fallback = false, status = 'processing'`)
    await change(share, `status = 'completed'`)
  }

  progress(`inserting ${many.toLocaleString('en')} leads`)
  const small = await createFilled(few)
  const large = await createFilled(many)
  const analyze = () => database.query('vacuum analyze leads')
  await analyze()
  await compare('all due', small, large)
  await compareRequests('all due', small, large)
  progress('completing the first leads')
  await complete(0.005)
  await compare('0.5 % completed, before vacuum', small, large)
  progress('postponing')
  await change(0.99, `due_at = app_now() + interval '1 day', waiting_reason = 'retry_interval', status = 'rescheduled'`)
  await analyze()
  await compare('99 % postponed', small, large)
  progress('falling back')
  await change(0.5, `due_at = app_now() - interval '1 day', is_fallback = true`)
  await analyze()
  await compare('50 % wait for a message', small, large)
  progress('completing 90 %')
  await complete(0.9)
  await compare('90 % completed at once, before vacuum', small, large)
  await analyze()
  await compare('90 % completed', small, large)
  await compareRequests('90 % completed', small, large)
  progress('deleting')
  const deletions: number[] = []
  for (const id of [small, large]) {
    const startedAt = performance.now()
    await client.campaigns.delete({ id })
    deletions.push(performance.now() - startedAt)
  }
  requests.push(['DELETE campaign', ...deletions.map(ms), ms(deletions[1]! / deletions[0]!)])
  const sizes = [few, many].map((count) => `ms, ${count.toLocaleString('en')} leads`)
  const head = ['', ...sizes, 'ratio', 'pages', 'most rows of a step', 'index']
  return `${tableOf(head, rows)}\n\n${tableOf(head.slice(0, 4), requests)}`
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

async function timeRequest(url: string, { token }: Caller): Promise<number> {
  const times: number[] = []
  while (times.length < 10) {
    stopIfAsked()
    const startedAt = performance.now()
    const { statusCode, body } = await request(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${url} responded with ${statusCode}: ${text}`)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
