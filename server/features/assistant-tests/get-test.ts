// Finds tests and runs of an account, or refuses.
import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { orRefuse } from '#server/platform/refusal.ts'
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
  return orRefuse(await findAssistant(db, account.id, id), 'ASSISTANT_NOT_FOUND')
}

/** Refuses with `ASSISTANT_NOT_FOUND` and `TEST_NOT_FOUND`. */
export async function getTest(ctx: Context, ref: TestRef): Promise<AssistantTest> {
  await getAssistant(ctx, ref.assistantId)
  return orRefuse(await findTest(ctx.db, ctx.account.id, ref), 'TEST_NOT_FOUND')
}

/** Also refuses with `TEST_RUN_NOT_FOUND`. */
export async function getRun(ctx: Context, { runId, ...ref }: TestRef & { runId: number }): Promise<Run> {
  await getTest(ctx, ref)
  return orRefuse(await findRun(ctx.db, ctx.account.id, { testId: ref.testId, runId }), 'TEST_RUN_NOT_FOUND')
}
