// Measures the time from the request for a retry until the failed step sends its request again.
import { percentile } from '../shared/load.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, tableOf } from '../shared/report.ts'
import { failingFlow } from './flows.ts'
import { createFlow, type Server, type Stage, untilEnded, verifyRuns } from './stage.ts'
import { type Arrival, wallClock } from './target.ts'

const retries = 200
/** Not counted. */
const warmUps = 20
const targetMs = 50

export async function measureRetries(stage: Stage): Promise<string> {
  await using parley = await stage.startServer()
  const flow = failingFlow(stage.targetUrl)
  const { automationId } = await createFlow(parley, flow)
  progress(`${retries} retries`)
  const samples = { run: [] as number[], retry: [] as number[] }
  for (let turn = -warmUps; turn < retries; turn++) {
    stopIfAsked()
    const { runMs, retryMs } = await failAndRetry(stage, parley, automationId)
    if (turn < 0) continue
    samples.run.push(runMs)
    samples.retry.push(retryMs)
  }
  await untilEnded(stage)
  await verifyRuns(stage, { automationId, steps: flow.steps, runs: retries + warmUps })
  const row = (name: string, sample: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 1].map((share) => ms(percentile(sample, share))),
  ]
  const isMet = percentile(samples.retry, 0.95) <= targetMs
  return tableOf(
    ['from the request to the request of the step at its target', 'p50 ms', 'p95 ms', 'longest', 'target', ''],
    [row('start of a run', samples.run), [...row('retry', samples.retry), `<= ${targetMs}`, isMet ? 'met' : 'missed']],
  )
}

async function failAndRetry(stage: Stage, { client }: Server, id: string) {
  const startedAt = wallClock()
  const { run_id, status } = await client.automations.run({ id, input: { name: 'Ann' } })
  if (status !== 'FAILED') throw new Error(`The run should fail, but has the status ${status}.`)
  const retriedAt = wallClock()
  await client.automations.retry({ id, run_id })
  const [first, second, ...more] = await stage.ask<Arrival[]>('take arrivals')
  if (!second || more.length > 0) throw new Error('A retry must send exactly one request.')
  return { runMs: first!.atMs - startedAt, retryMs: second.atMs - retriedAt }
}
