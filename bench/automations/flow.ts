// The flow whose runs are measured, and their history.
import type pg from 'pg'
import { createClient } from '#sdk/client.ts'
import { exchange } from '../shared/load.ts'
import { poll } from '../shared/progress.ts'
import type { History } from './bare-history.ts'

export const [stepsPerRun, requestsPerRun] = [3, 1]

const definitionOf = (target: string) => ({
  trigger: { type: 'webhook', input: {} },
  steps: [
    {
      name: 'is_large',
      type: 'condition',
      input: {
        if: 'trigger.amount > 100',
        then: [
          {
            name: 'customer',
            type: 'http_request',
            input: {
              method: 'POST',
              url: `${target}/customers`,
              body: { customer: '{{trigger.customer}}', amount: '{{trigger.amount}}' },
            },
          },
          {
            name: 'answer',
            type: 'respond',
            input: { body: { status: '{{steps.customer.body.status}}', name: '{{trigger.name}}' } },
          },
        ],
      },
    },
  ],
})

/** What is posted to the webhook. */
const order = JSON.stringify({ customer: 'C-20831', name: 'Ann Example', amount: 150, items: ['bread', 'rolls'] })

export interface Webhook {
  automationId: string
  /** Resolves with the response. */
  post(): Promise<void>
  /** The number of requests so far. */
  posted(): number
}

export async function createFlow(baseUrl: string, apiKey: string, target: string): Promise<Webhook> {
  const client = createClient({ baseUrl, apiKey })
  const created = await client.automations.create({ name: 'Bench', flow: definitionOf(target) })
  const url = baseUrl + new URL(created.webhook_url).pathname
  const headers = { 'content-type': 'application/json' }
  let posted = 0
  return {
    automationId: created.automation_id,
    posted: () => posted,
    async post() {
      posted++
      await exchange(url, { headers, body: order })
    },
  }
}

/** Resolves when no run is in progress. A webhook responds before its run has ended. */
export const untilEnded = (database: pg.Client): Promise<void> =>
  poll(5, async () => {
    return (await database.query(`select from automation_runs where status = 'RUNNING' limit 1`)).rowCount === 0
  })

export async function readHistory(database: pg.Client, { automationId }: Webhook): Promise<History> {
  const runs = await database.query<Omit<History, 'steps'> & { id: string }>(
    `select id, account_id::int as "accountId", automation_id as "automationId", trigger::text, outcome, response::text
    from automation_runs where automation_id = $1`,
    [automationId],
  )
  const { id, ...run } = runs.rows[0]!
  const steps = await database.query<History['steps'][number]>(
    `select path, name, type, input::text, output::text from automation_steps where run_id = $1 order by position`,
    [id],
  )
  return { ...run, steps: steps.rows }
}

/** Throws unless there are as many runs as expected, and all of them have succeeded with all of their steps. */
export async function verifyRuns(database: pg.Client, automationId: string, runs: number): Promise<void> {
  const { rows } = await database.query<{ stored: number; whole: number }>(
    `select count(*)::int as stored,
      count(*) filter (where r.status = 'SUCCEEDED' and s.steps = $2)::int as whole
    from automation_runs r
    left join (
      select run_id, count(*) filter (where status = 'SUCCEEDED') as steps
      from automation_steps group by run_id) s on s.run_id = r.id
    where r.automation_id = $1`,
    [automationId, stepsPerRun],
  )
  const { stored, whole } = rows[0]!
  if (stored === runs && whole === runs) return
  throw new Error(`Of ${runs} runs, ${stored} are stored, and ${whole} have succeeded with ${stepsPerRun} steps.`)
}
