// Starts the web call of a visitor of a website: checks the assistant, counts the limits, and reserves the cost.
import { actFor } from '#server/features/accounts/index.ts'
import { type Assistant, findAssistantByUuid } from '#server/features/assistants/index.ts'
import {
  admitVisitorCall,
  callAddressOf,
  isOpenToCalls,
  selectAcceptedVariables,
  takeVisitorSpend,
  tooExpensive,
} from '#server/features/conversations/index.ts'
import type { AccountContext, PublicContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { addressKey } from '#server/platform/security/address-key.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import type { Call } from '../call/call.ts'
import { mediaTokenOf } from '../call/media-token.ts'
import { affordableSeconds, costOfBoth, holdCost, ledgerRefOf, minimumSeconds } from '../call/money.ts'
import { countCallsOfAddress, findCallByUuid } from '../call/store.ts'
import { prepareGreeting } from '../session/prepare-session.ts'
import { insertWebCall, mediaUrlOf, webPricesOf } from './web-call.ts'

/** The widget has the microphone before it starts the call, and connects at once. */
const tokenMs = 60_000
/** The holds of a call that was not connected are released after this time. */
const deadlineMs = tokenMs + 15_000
const maxOriginCharacters = 255

export interface VisitorCallOrder {
  assistantUuid: string
  variables: Record<string, string>
}

export interface StartedVisitorCall {
  token: string
  url: string
  expiresInSeconds: number
  maxSeconds: number
  isRecorded: boolean
}

/**
 * Refuses with `ASSISTANT_NOT_FOUND`, `INSUFFICIENT_BALANCE` and `TOO_MANY_REQUESTS`. The key of an idempotent operation
 * becomes the call's UUID, so that there is only one.
 */
export async function startVisitorCall(
  ctx: PublicContext,
  { assistantUuid, variables: given }: VisitorCallOrder,
  operation: IdempotentOperation | undefined,
): Promise<StartedVisitorCall> {
  const startedBefore = operation?.isResumed ? await findCallByUuid(ctx.db, operation.key) : undefined
  if (startedBefore) return present(ctx, startedBefore)
  const isKnowable = isUuid(assistantUuid.toLowerCase())
  const assistant = isKnowable ? await findAssistantByUuid(ctx.db, assistantUuid) : undefined
  if (!assistant || !isOpenToCalls(assistant, ctx.origin)) throw new Refusal('ASSISTANT_NOT_FOUND')
  const owner = orRefuse(await actFor(ctx, assistant.accountId), 'ASSISTANT_NOT_FOUND')
  const variables = selectAcceptedVariables(assistant, given, true)
  const call = await insertVisitorCall(owner, { uuid: operation?.key ?? ctx.newId(), assistant, variables })
  await prepareGreeting(owner, { assistant, variables, type: 'web', clientPhone: null, fromVisitor: true })
  return present(ctx, call)
}

const present = ({ settings }: PublicContext, { uuid, maxSeconds, assistant }: Call): StartedVisitorCall => ({
  token: mediaTokenOf(settings, uuid),
  url: mediaUrlOf(settings),
  expiresInSeconds: tokenMs / 1000,
  maxSeconds,
  isRecorded: assistant.record,
})

/** Pages of files and of sandboxed frames send `null`. */
const originOf = (header: string | undefined): string | null =>
  header === undefined || header === 'null' ? null : header.slice(0, maxOriginCharacters)

interface NewVisitorCall {
  uuid: string
  assistant: Assistant
  variables: Record<string, string>
}

/** The whole hold is taken from the allowance of the day; the end of the call returns what it has not used. */
function insertVisitorCall(
  ctx: AccountContext & Pick<PublicContext, 'remoteAddress' | 'origin'>,
  { uuid, assistant, variables }: NewVisitorCall,
): Promise<Call> {
  const { remoteAddress, origin } = ctx
  return transaction(ctx, async (tx) => {
    const { db, settings } = tx
    const visitor = { accountId: tx.account.id, assistantId: assistant.id, network: addressKey(remoteAddress) }
    const visitorAddress = callAddressOf(settings, visitor)
    const countOpen = () => countCallsOfAddress(db, visitorAddress)
    const admitted = await admitVisitorCall(tx, visitor, { now: tx.now(), countOpen })
    const prices = webPricesOf(settings)
    const wanted = Math.floor(Math.min(assistant.maxDurationSeconds, settings.visitor.callSeconds))
    const allowed = Math.min(wanted, affordableSeconds(prices, admitted.leftMicros))
    if (allowed < Math.min(minimumSeconds, wanted)) throw tooExpensive(tx.now())
    const maxSeconds = await holdCost(tx, ledgerRefOf({ uuid }), prices, allowed)
    const visitorMicros = costOfBoth(maxSeconds, prices)
    await takeVisitorSpend(db, admitted, visitorMicros)
    const call = await insertWebCall(tx, {
      uuid,
      assistant,
      variables,
      token: mediaTokenOf(settings, uuid),
      tokenMs,
      maxSeconds,
      ...prices,
      deadlineMs,
      visitorDay: admitted.day,
      visitorMicros,
      visitorAddress,
      origin: originOf(origin),
    })
    // Otherwise the allowance would pay twice: another request has started the call under the same key.
    if (!call) throw new Error('The call of the visitor exists.')
    return call
  })
}
