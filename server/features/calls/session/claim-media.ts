// Opens the media connection of a call with its token, which admits one connection.
import { actFor } from '#server/features/accounts/index.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import { isAllowedOrigin } from '#server/features/conversations/index.ts'
import type { Account, AppContext, AppTx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { whenAvailable } from '#server/platform/database/once-available.ts'
import type { AnsweredBy } from '#server/voice/engine/settings.ts'
import type { Call, CallRef, CallType } from '../call/call.ts'
import { hashMediaToken } from '../call/media-token.ts'
import {
  addTimeline,
  claimMediaToken,
  claimWebToken,
  connectWebCall,
  findClaimed,
  findWebAssistant,
} from '../call/store-live.ts'

/** What a session needs to know about its call. */
export interface LiveCall extends CallRef {
  account: Account
  uuid: string
  type: CallType
  /** The settings of the assistant when the call was created; later changes do not affect the call. */
  assistant: Assistant
  variables: Record<string, string>
  /** E.164. */
  assistantPhone: string | null
  /** E.164, or the carrier's word for a hidden number. */
  clientPhone: string | null
  /** Null for web calls. */
  externalId: string | null
  /** What the account has paid for; at most the assistant's maximum duration. */
  maxSeconds: number
  answeredBy: AnsweredBy | null
  /** What a service hears that asks for the purpose of the call. */
  purpose: string | null
  /** A visitor of a website has set the variables. */
  fromVisitor: boolean
}

/** How long after its maximum duration a call is ended from outside. */
const marginMs = 60_000

/**
 * Undefined if the token is unknown, used or expired, or belongs to another call of the carrier. Waits for a database that
 * is away until `ending` is aborted.
 */
export async function claimMedia(
  context: AppContext,
  { token, externalId, carrierAccountId }: { token: string; externalId: string; carrierAccountId: string },
  ending: AbortSignal = context.stopping,
): Promise<LiveCall | undefined> {
  if (token.length > 128) return undefined
  const claim = {
    tokenSha256: hashMediaToken(token),
    externalId,
    carrierAccountId,
    processId: context.processId,
    marginMs,
  }
  let isRepeated = false
  const call = await whenAvailable(ending, () =>
    transaction(context, async (tx) => {
      // The answer to an earlier commit can have been lost.
      const earlier = isRepeated ? await findClaimed(tx.db, claim) : undefined
      isRepeated = true
      if (earlier) return earlier
      const claimed = await claimMediaToken(tx.db, claim)
      if (claimed) await announceStart(tx, claimed)
      return claimed
    }),
  )
  return call && whenAvailable(ending, () => toLiveCall(context, call))
}

/** The open call that this process has claimed with the token. */
export async function findClaimedCall(context: AppContext, token: string) {
  const claim = { tokenSha256: hashMediaToken(token), processId: context.processId }
  const call = await findClaimed(context.db, claim)
  return call && { accountId: call.accountId, callId: call.id, uuid: call.uuid }
}

/**
 * Like `claimMedia`, for a web call, which is connected when its session is prepared. A page of an origin that the
 * assistant does not allow leaves the token unused.
 */
export async function claimWebCall(
  context: AppContext,
  { token, origin }: { token: string; origin: string | undefined },
): Promise<LiveCall | undefined> {
  if (token.length > 128) return undefined
  const tokenSha256 = hashMediaToken(token)
  const assistant = await findWebAssistant(context.db, tokenSha256)
  if (!assistant || !isAllowedOrigin(assistant, origin)) return undefined
  const call = await claimWebToken(context.db, { tokenSha256, processId: context.processId })
  return call && toLiveCall(context, call)
}

/** The talk time begins. Returns false if the call has ended. */
export function connectBrowser(
  context: AppContext,
  { accountId, callId: id, assistant }: Pick<LiveCall, 'accountId' | 'callId' | 'assistant'>,
): Promise<boolean> {
  return transaction(context, async (tx) => {
    const answeredAt = await connectWebCall(tx.db, { accountId, id }, marginMs)
    if (answeredAt) await announceStart(tx, { accountId, id, answeredAt, assistantId: assistant.id })
    return answeredAt !== undefined
  })
}

/** The timeline of the session begins at `answeredAt`, too. */
async function announceStart(
  tx: AppTx,
  call: Pick<Call, 'accountId' | 'id' | 'assistantId' | 'answeredAt'>,
): Promise<void> {
  await addTimeline(tx.db, call, [{ atMs: 0, type: 'media_connected', detail: {} }])
  await tx.emit('call.started', { accountId: call.accountId, callId: call.id, assistantId: call.assistantId })
}

async function toLiveCall(context: AppContext, call: Call): Promise<LiveCall | undefined> {
  const ctx = await actFor(context, call.accountId)
  if (!ctx) return undefined
  const { accountId, id: callId, uuid, type, assistant, variables, assistantPhone, clientPhone } = call
  return {
    account: ctx.account,
    accountId,
    callId,
    uuid,
    type,
    assistant,
    variables,
    assistantPhone,
    clientPhone,
    externalId: call.externalId,
    maxSeconds: call.maxSeconds,
    answeredBy: call.answeredBy,
    purpose: call.purpose,
    fromVisitor: call.visitorDay !== null,
  }
}
