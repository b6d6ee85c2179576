// Makes a test from a call of the account.
import { explainCall, getCall, loadParts, presentCall, presentExplanation } from '#server/features/calls/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createTest } from './create-test.ts'
import type { Lab } from './lab.ts'
import type { AssistantTest } from './test.ts'

interface Order {
  callId: number
  name: string | undefined
  answersFrom: 'model' | 'recorded'
}

/**
 * Refuses with `CALLS_NOT_READABLE`, `CALL_NOT_FOUND`, `CALL_WITHOUT_WORDS`, `ASSISTANT_NOT_FOUND` and `TOO_MANY_TESTS`. What
 * was said is not taken from a call whose words are about to be deleted.
 */
export async function createFromCall(
  ctx: AccountContext,
  lab: Lab,
  { callId, name, answersFrom }: Order,
): Promise<AssistantTest> {
  if (!mayReadCalls(ctx)) throw new Refusal('CALLS_NOT_READABLE')
  const call = await getCall(ctx, callId)
  if (call.endedAt === null || !call.assistant.storeTranscript) throw new Refusal('CALL_WITHOUT_WORDS')
  const [partsOf, explained] = await Promise.all([loadParts(ctx, [call]), explainCall(ctx, callId)])
  const presented = presentCall(call, partsOf(call))
  const explanation = presentExplanation(explained)
  const definition = lab.definitionOf(presented, explanation, answersFrom)
  if (!definition.script?.some(({ say, interrupt }) => (say ?? interrupt) !== undefined))
    throw new Refusal('CALL_WITHOUT_WORDS')
  if (answersFrom === 'recorded' && !definition.answers?.length) throw new Refusal('CALL_WITHOUT_WORDS')
  return createTest(ctx, {
    assistantId: call.assistantId,
    name: name ?? `Call ${callId}, ${presented.created_at}`,
    definition,
    source: { id: callId, uuid: call.uuid },
  })
}

/** The test contains what was said in the call, which a key for tests alone may not read. */
const mayReadCalls = ({ actor }: AccountContext): boolean =>
  actor?.kind !== 'key' || actor.scopes === null || actor.scopes.includes('calls:read')
