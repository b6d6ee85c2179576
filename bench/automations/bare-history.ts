// The bare baseline process of runs: stores the history of a run with one statement per row through `pg`.
import { randomUUID } from 'node:crypto'
import { type BarePoolOptions, openBarePool } from '../shared/bare-pool.ts'
import { answerParent } from '../shared/child.ts'
import { type LoadOptions, loadWork, type Round } from '../shared/load.ts'

/** What one run of Parley has stored, as JSON texts. */
export interface History {
  accountId: number
  automationId: string
  trigger: string
  outcome: string | null
  response: string | null
  steps: { path: string; name: string; type: string; input: string; output: string }[]
}

export interface BareOrder extends BarePoolOptions {
  history: History
}

export interface CountedRound extends Round {
  runs: number
}

/** Without a process: a server would take over the runs of a process that it does not know. */
const insertRun = `
  insert into automation_runs (account_id, id, automation_id, version, status, trigger, step_limit, started_at)
  values ($1, $2, $3, 1, 'RUNNING', $4, 10000, app_now())`
const insertStep = `
  insert into automation_steps (account_id, run_id, path, attempt, position, name, type, status, classification, input,
    output, started_at, ended_at)
  values ($1, $2, $3, 1, $4, $5, $6, 'SUCCEEDED', 'ok', $7, $8, app_now(), app_now())`
const endRun = `
  update automation_runs set status = 'SUCCEEDED', outcome = $3, response = $4, process_id = null, ended_at = app_now()
  where account_id = $1 and id = $2 and status = 'RUNNING'`

function open({ history, ...options }: BareOrder): () => Promise<void> {
  const { accountId, automationId, trigger, outcome, response, steps } = history
  const pool = openBarePool(options, true)
  return async () => {
    const id = randomUUID()
    await pool.query(insertRun, [accountId, id, automationId, trigger])
    for (const [index, { path, name, type, input, output }] of steps.entries())
      await pool.query(insertStep, [accountId, id, path, index + 1, name, type, input, output])
    await pool.query(endRun, [accountId, id, outcome, response])
  }
}

let work: (() => Promise<void>) | undefined

/** Returns how many runs the round has stored. */
async function measure(round: LoadOptions): Promise<CountedRound> {
  let runs = 0
  const measured = await loadWork(async () => {
    await work!()
    runs++
  }, round)
  return { ...measured, runs }
}

answerParent<BareOrder | LoadOptions>((message) => {
  if (!('history' in message)) return measure(message)
  work = open(message)
  return 'ready'
})
