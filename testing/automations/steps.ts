// Runs single steps of automations without an engine.

import assert from 'node:assert/strict'
import { parseJson } from '@parley/rules'
import { failureOf, type StepContext, type StepFailure, stepTypes } from '#server/features/automations/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { createValidator } from '#server/platform/validation/validate.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'

interface StepRun {
  input: Record<string, unknown>
  /** The assistant of the automation. */
  assistantId?: number | null
  effectKey?: string
  isResumed?: boolean
  signal?: AbortSignal
}

/** Returns the output. Throws a `StepFailure`, or the error itself if no operation expects it. */
export async function runStep(
  { app }: Pick<TestApp, 'app'>,
  { account }: Pick<TestAccount, 'account'>,
  type: string,
  { input, assistantId = null, effectKey = crypto.randomUUID(), isResumed = false, signal }: StepRun,
): Promise<Record<string, unknown>> {
  const step = stepTypes.get(type)!
  const checked = createValidator(step.input)(input)
  assert.ok(checked.ok, JSON.stringify(checked))
  const context: StepContext = {
    ctx: asAccount(app.context, account),
    automation: { id: 'V1StGXR8_Z5jdHi6B-myT', name: 'Test', assistantId },
    depth: 0,
    effectKey,
    isResumed,
    isAccepted: false,
    signal: signal ?? new AbortController().signal,
  }
  try {
    // The outputs of steps are stored as JSON.
    return parseJson(JSON.stringify(await step.run(context, checked.value))) as Record<string, unknown>
  } catch (error) {
    throw failureOf(error) ?? error
  }
}

/** Asserts that the step fails like this. The failure is neither retryable nor in doubt unless it is given. */
export async function assertFails(
  run: Promise<unknown>,
  expected: Pick<StepFailure, 'classification'> & {
    message: string | RegExp
    isRetryable?: boolean
    isInDoubt?: boolean
  },
): Promise<void> {
  await assert.rejects(run, { name: 'StepFailure', isRetryable: false, isInDoubt: false, ...expected })
}

/** Runs the step twice under one key, as after a crash, and asserts that both runs return the same output. */
export async function runTwice(
  parley: Pick<TestApp, 'app'>,
  owner: Pick<TestAccount, 'account'>,
  type: string,
  run: StepRun,
): Promise<Record<string, unknown>> {
  const effectKey = crypto.randomUUID()
  const first = await runStep(parley, owner, type, { ...run, effectKey })
  assert.deepEqual(await runStep(parley, owner, type, { ...run, effectKey, isResumed: true }), first)
  return first
}
