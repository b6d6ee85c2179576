// Carries out a run of a test within its limits, and stores the result.
import { setTimeout as wait } from 'node:timers/promises'
import { actFor } from '#server/features/accounts/index.ts'
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { Lab } from './lab.ts'
import { TestLimitError } from './metered-model.ts'
import { performTest } from './perform-test.ts'
import { addRunJob, type RunRef } from './run-job.ts'
import { findTestOfRun } from './store.ts'
import { claimRun, deleteOldRuns, finishRun, isClaimed, releaseRun, setAssistantVersion } from './store-runs.ts'
import type { AssistantTest, RunStatus, TestResult } from './test.ts'

const maxRunMs = 120_000
/** A run during which this many processes have died is not begun again. */
const maxAttempts = 3
const lookEveryMs = 1_000

interface Outcome {
  status: RunStatus
  message: string | null
  result: TestResult | null
}

const failed = (message: string): Outcome => ({ status: 'error', message, result: null })

export async function executeRun(context: AppContext, lab: Lab, ref: RunRef): Promise<void> {
  const ctx = await actFor(context, ref.accountId)
  const test = ctx && (await findTestOfRun(ctx.db, ctx.account.id, ref.runId))
  if (!ctx || !test) return
  const claim = ctx.newId()
  const claimed = await transaction(ctx, async (tx) => {
    const run = await claimRun(tx.db, tx.account.id, { runId: ref.runId, claim })
    if (run) await tx.emit('assistant-test.run', eventOf(ref, test, 'running'))
    return run
  })
  if (!claimed) return
  const outcome =
    claimed.attempts > maxAttempts
      ? failed('The run was interrupted several times, and is not begun again.')
      : await attempt(ctx, lab, { test, claim, ref })
  if (outcome === 'gone') return
  await transaction(ctx, async (tx) => {
    const { accountId, runId } = ref
    if (outcome === 'stopping') {
      if (await releaseRun(tx.db, accountId, { runId, claim })) await addRunJob(tx, ref)
      return
    }
    if (!(await finishRun(tx.db, accountId, { runId, claim, ...outcome }))) return
    await deleteOldRuns(tx.db, accountId, test.id)
    await tx.emit('assistant-test.run', eventOf(ref, test, outcome.status))
  })
}

const eventOf = ({ accountId, runId }: RunRef, { id: testId, assistantId }: AssistantTest, status: RunStatus) => {
  return { accountId, assistantId, testId, runId, status }
}

/** `gone`: the run was cancelled or deleted, or belongs to another process. `stopping`: this process ends. */
async function attempt(
  ctx: AccountContext,
  lab: Lab,
  { test, claim, ref }: { test: AssistantTest; claim: string; ref: RunRef },
): Promise<Outcome | 'gone' | 'stopping'> {
  const assistant = await findAssistant(ctx.db, ctx.account.id, test.assistantId)
  if (!assistant) return failed('The assistant has been deleted.')
  await setAssistantVersion(ctx.db, ctx.account.id, { runId: ref.runId, version: assistant.version })
  const done = new AbortController()
  const gone = watchClaim(ctx, { runId: ref.runId, claim, done: done.signal })
  const late = AbortSignal.timeout(maxRunMs)
  const signal = AbortSignal.any([ctx.stopping, late, gone])
  try {
    return outcomeOf(await performTest(ctx, lab, { test, assistant, signal }))
  } catch (error) {
    if (gone.aborted) return 'gone'
    if (ctx.stopping.aborted) return 'stopping'
    if (late.aborted) return failed('The run took longer than two minutes.')
    if (error instanceof TestLimitError) return failed(error.message)
    if (error instanceof OutsideError) return failed(`The run could not be completed: ${error.message}`)
    ctx.log.error({ error, run: ref.runId }, 'a run of a test failed')
    return failed('The run could not be completed because of an internal error.')
  } finally {
    done.abort()
  }
}

/** Aborts when the run is cancelled, deleted or taken by another process. */
function watchClaim(
  { db, account, log }: AccountContext,
  { runId, claim, done }: { runId: number; claim: string; done: AbortSignal },
): AbortSignal {
  const gone = new AbortController()
  const watch = async (): Promise<void> => {
    while (!done.aborted) {
      await wait(lookEveryMs, undefined, { signal: done, ref: false }).catch(() => {})
      if (done.aborted) return
      if (!(await isClaimed(db, account.id, { runId, claim }))) return gone.abort()
    }
  }
  watch().catch((error: unknown) => log.warn({ error }, 'a run of a test could not be observed'))
  return gone.signal
}

function outcomeOf(result: TestResult): Outcome {
  const missed = result.checks.find(({ met }) => met === false)
  if (!missed) return { status: 'passed', message: null, result }
  const message = `Expected: ${missed.expected}. ${missed.instead ?? ''}`.trim()
  return { status: 'failed', message: message.slice(0, 2_000), result }
}
