// Opens the media connection of a call with its token, which admits one connection.
import { actFor } from '#server/features/accounts/index.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { Account, AppContext } from '#server/platform/context/context.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { AnsweredBy, CallRef, CallType } from '../call/call.ts'
import { hashMediaToken } from '../call/media-token.ts'
import { addEvent, claimMediaToken } from '../call/store-live.ts'

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
  carrierAccountSid: string
  carrierSid: string
  /** When the call was answered; `atMs` of transcripts and timelines counts from here. */
  answeredAt: Timestamp
  /** What the account has paid for; at most the assistant's maximum duration. */
  maxSeconds: number
  answeredBy: AnsweredBy | null
}

/** How long after its maximum duration a call is ended from outside. */
const marginMs = 60_000

/** Undefined if the token is unknown, used or expired, or belongs to another call of the carrier. */
export async function claimMedia(
  context: AppContext,
  { token, callSid, accountSid }: { token: string; callSid: string; accountSid: string },
): Promise<LiveCall | undefined> {
  if (token.length > 128) return undefined
  const call = await claimMediaToken(context.db, {
    tokenSha256: hashMediaToken(token),
    callSid,
    accountSid,
    processId: context.processId,
    marginMs,
  })
  const ctx = call && (await actFor(context, call.accountId))
  if (!ctx) return undefined
  await addEvent(ctx.db, call, 'media_connected')
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
    carrierAccountSid: accountSid,
    carrierSid: callSid,
    answeredAt: call.answeredAt!,
    maxSeconds: call.maxSeconds,
    answeredBy: call.answeredBy,
  }
}
