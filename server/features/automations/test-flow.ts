// Tests a new automation with its sample, and waits for the result.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext } from '#server/platform/context/context.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import type { Automation } from './automation/automation.ts'
import type { Response, RunRef, RunStatus, StoredStep } from './runs/run.ts'
import { startRun } from './runs/runner.ts'
import { findRun, selectSteps } from './runs/store.ts'

export interface FlowTest {
  /** `RUNNING` if it takes too long. */
  status: RunStatus
  steps: StoredStep[]
  response: Response | null
}

interface TestOrder {
  sample: unknown
  /** A test with this id is not started again. */
  runId: string
  maxMs?: number
}

export async function testFlow(
  ctx: AccountContext,
  automation: Automation,
  { sample, runId, maxMs = 30_000 }: TestOrder,
): Promise<FlowTest> {
  const ref = { accountId: ctx.account.id, runId }
  if (await findRun(ctx.db, ref)) await untilSettled(ctx, ref, maxMs)
  else {
    const started = await startRun(ctx, automation, { id: runId, trigger: sample, isTest: true })
    if (started) await withPatience(maxMs, started.ended)
  }
  const run = await findRun(ctx.db, ref)
  return { status: run?.status ?? 'FAILED', steps: await selectSteps(ctx.db, ref), response: run?.response ?? null }
}

const pollMs = 200

/** Another process may have the run. */
async function untilSettled({ db, stopping }: AccountContext, ref: RunRef, maxMs: number): Promise<void> {
  const deadlineMs = performance.now() + maxMs
  while (!stopping.aborted && (await findRun(db, ref))?.status === 'RUNNING' && performance.now() < deadlineMs)
    await setTimeout(pollMs, undefined, { ref: false })
}
