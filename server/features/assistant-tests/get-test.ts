// Finds tests and runs of an account, or refuses.
import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findTest } from './store.ts'
import { findRun } from './store-runs.ts'
import type { AssistantTest, Run } from './test.ts'

type Context = Pick<AccountContext, 'db' | 'account'>

export interface TestRef {
  assistantId: number
  testId: number
}

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export async function getAssistant({ db, account }: Context, id: number): Promise<Assistant> {
  const assistant = await findAssistant(db, account.id, id)
  if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
  return assistant
}

/** Refuses with `ASSISTANT_NOT_FOUND` and `TEST_NOT_FOUND`. */
export async function getTest(ctx: Context, ref: TestRef): Promise<AssistantTest> {
  await getAssistant(ctx, ref.assistantId)
  const test = await findTest(ctx.db, ctx.account.id, ref)
  if (!test) throw new Refusal('TEST_NOT_FOUND')
  return test
}

/** Also refuses with `TEST_RUN_NOT_FOUND`. */
export async function getRun(ctx: Context, { runId, ...ref }: TestRef & { runId: number }): Promise<Run> {
  await getTest(ctx, ref)
  const run = await findRun(ctx.db, ctx.account.id, { testId: ref.testId, runId })
  if (!run) throw new Refusal('TEST_RUN_NOT_FOUND')
  return run
}
