// Compares the runs of automations with the requests that their steps sent, the carrier's messages and what clients know.

import type { ClientLog } from './client-log.ts'
import type { Fault, Invariant } from './database.ts'
import { automationSteps } from './open-automation.ts'
import type { CrashTestSetup } from './setup.ts'

interface StoredRun {
  account_id: number
  id: string
  status: string
  text: string
  phone: string
  /** The status of the last attempt, by step. */
  steps: Record<string, string>
  /** How many attempts failed without an effect, by step. */
  certain_failures: Record<string, number>
}

interface StepRequest {
  runId: string
  step: string
  key: string
}

export async function verifyRuns(setup: CrashTestSetup, { runs }: ClientLog): Promise<Fault[]> {
  const { database, carrier, stepReceiver } = setup
  const stored = await database.read<StoredRun>('runs')
  const byId = new Map(stored.map((run) => [run.id, run]))
  const requests = stepReceiver.requests.map(({ path, headers, body }): StepRequest => {
    const { run: runId } = JSON.parse(body.toString()) as { run: string }
    return { runId, step: path.slice(1), key: String(headers['idempotency-key']) }
  })
  const byRun = Map.groupBy(requests, ({ runId }) => runId)
  const texts = Map.groupBy(carrier.messages(), ({ to }) => to)
  return [
    ...stored.flatMap((run) => [
      ...checkSteps(run),
      ...checkRequests(run, byRun.get(run.id) ?? []),
      ...checkText(run, texts.get(run.phone)?.length ?? 0),
    ]),
    ...[...byRun.keys()]
      .filter((id) => !byId.has(id))
      .map((id): Fault => ({ invariant: 'automations', message: `The run ${id} sent requests, but is not stored.` })),
    ...checkKeys(requests),
    ...runs.flatMap(({ accountId, runId, text }): Fault[] => {
      const run = byId.get(runId)
      if (run?.account_id === accountId && run.text === text) return []
      return [{ invariant: 'acknowledged', account: accountId, message: `Run ${runId} (“${text}”) is missing.` }]
    }),
  ]
}

const faultOf = ({ account_id, id, status }: StoredRun, invariant: Invariant, problem: string): Fault => ({
  invariant,
  account: account_id,
  message: `Run ${id}, which is ${status}, ${problem}.`,
})

/** A run that succeeded has executed all steps, and one that failed those before the failure. */
function checkSteps(run: StoredRun): Fault[] {
  const statuses = automationSteps.map((step) => run.steps[step])
  const firstOpen = statuses.findIndex((status) => status !== 'SUCCEEDED')
  const hasSucceeded = firstOpen === -1
  const isInOrder = hasSucceeded || statuses.slice(firstOpen + 1).every((status) => status === undefined)
  if (isInOrder && hasSucceeded === (run.status === 'SUCCEEDED')) return []
  return [faultOf(run, 'automations', `has the steps ${JSON.stringify(run.steps)}`)]
}

/** Requests of a step have one key, and another one only after an attempt that certainly had no effect. */
function checkRequests(run: StoredRun, requests: readonly StepRequest[]): Fault[] {
  const faults: Fault[] = []
  for (const [step, same] of Map.groupBy(requests, (request) => request.step)) {
    const keys = new Set(same.map(({ key }) => key)).size
    const allowed = 1 + (run.certain_failures[step] ?? 0)
    if (keys > allowed) faults.push(faultOf(run, 'duplicates', `sent ${step} with ${keys} keys instead of ${allowed}`))
  }
  for (const step of ['announce', 'report'])
    if (run.steps[step] === 'SUCCEEDED' && !requests.some((request) => request.step === step))
      faults.push(faultOf(run, 'automations', `has not sent ${step}`))
  const firstReport = requests.findIndex(({ step }) => step === 'report')
  if (firstReport !== -1 && requests.slice(firstReport).some(({ step }) => step === 'announce'))
    faults.push(faultOf(run, 'duplicates', 'sent announce again after it had sent report'))
  return faults
}

function checkText(run: StoredRun, accepted: number): Fault[] {
  if (accepted > 1) return [faultOf(run, 'duplicates', `sent its SMS ${accepted} times`)]
  if (run.steps['text'] === 'SUCCEEDED' && accepted === 0) return [faultOf(run, 'automations', 'has not sent its SMS')]
  return []
}

/** No two steps share a key. */
function checkKeys(requests: readonly StepRequest[]): Fault[] {
  return [...Map.groupBy(requests, ({ key }) => key)].flatMap(([key, same]): Fault[] => {
    const steps = new Set(same.map(({ runId, step }) => `${step} of ${runId}`))
    if (steps.size === 1) return []
    return [{ invariant: 'automations', message: `The key ${key} was sent by ${[...steps].join(' and ')}.` }]
  })
}
