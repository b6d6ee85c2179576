// Creates a test of an assistant.
import { lockAssistant } from '#server/features/assistants/index.ts'
import { lockWords } from '#server/features/calls/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { insertTest, type NewTest } from './store.ts'
import type { AssistantTest } from './test.ts'

/** Refuses with `ASSISTANT_NOT_FOUND`, `TOO_MANY_TESTS`, and with `CALL_WITHOUT_WORDS` if they are deleted in the meantime. */
export function createTest(ctx: AccountContext, test: NewTest): Promise<AssistantTest> {
  return transaction(ctx, async ({ db, account }) => {
    if (!(await lockAssistant(db, account.id, test.assistantId))) throw new Refusal('ASSISTANT_NOT_FOUND')
    if (test.source && !(await lockWords(db, account.id, test.source.id))) throw new Refusal('CALL_WITHOUT_WORDS')
    return orRefuse(await insertTest(db, account.id, test), 'TOO_MANY_TESTS')
  })
}
