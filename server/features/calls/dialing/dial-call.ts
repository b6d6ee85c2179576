// Dials a call once, and determines the outcome if the carrier's response was lost.
import { setTimeout } from 'node:timers/promises'
import { keysToSend } from '@parley/rules'
import { dialRefusals } from '#contract/calls/phone-numbers.ts'
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountBySid } from '#server/features/carrier-accounts/index.ts'
import { isDoNotContact } from '#server/features/consents/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { CarrierCall } from '#server/ports/voice-carrier.ts'
import type { Call, CallRef } from '../call/call.ts'
import { callbackUrl } from '../call/callback-url.ts'
import { createMediaToken, hashMediaToken, mediaTargetOf } from '../call/media-token.ts'
import type { EndedReason } from '../call/status.ts'
import { findCall } from '../call/store.ts'
import {
  addEvent,
  attachSid,
  beginDialing,
  hasUnattachedRival,
  selectAttachedSids,
  undoDialing,
} from '../call/store-live.ts'
import { finishIn } from '../ending/finish-call.ts'
import { prepareGreeting } from '../session/prepare-session.ts'
import { addDialJob, queueSeconds } from './dial-job.ts'

/** Safe to run twice: a call that may have been dialed is only looked up. */
export async function dialCall(context: AppContext, ref: CallRef): Promise<void> {
  const ctx = await actFor(context, ref.accountId)
  const call = ctx && (await findCall(ctx.db, ref.accountId, ref.callId))
  if (!call || call.endedAt !== null || call.carrierSid !== null) return
  const account = await findCarrierAccountBySid(ctx, call.carrierAccountSid!).catch((error: unknown) => {
    // A call that may have been dialed must be looked up with the former key.
    if (error instanceof BoxError && call.dialState === 'waiting') return error
    throw error
  })
  if (account instanceof BoxError) return fail(ctx, call, { errorCode: null, errorMessage: account.message })
  if (!account) return fail(ctx, call, { errorCode: null, errorMessage: 'The carrier account is no longer set.' })
  if (call.dialState === 'waiting') return submit(ctx, call, account)
  await lookUp(ctx, call, account)
}

async function submit(ctx: AccountContext, call: Call, account: CarrierAccount): Promise<void> {
  const token = createMediaToken()
  const { ringingTimeSeconds: ringingSeconds, endCallOnVoicemail, voiceMailMessage } = call.assistant
  const forMs = (queueSeconds + ringingSeconds) * 1000
  const dialing = await beginDialing(ctx.db, call, { sha256: hashMediaToken(token), forMs })
  // Another run of the job dials it.
  if (!dialing) return
  // The number may have been added to the list while the call waited.
  if (await isDoNotContact(ctx, call.clientPhone!))
    return fail(ctx, dialing, { errorCode: null, errorMessage: dialRefusals.DO_NOT_CONTACT.message }, 'canceled')
  try {
    const { sid } = await ctx.voiceCarrier.createCall(account, {
      from: call.assistantPhone!,
      to: call.clientPhone!,
      ...(call.extension !== null && { keysAfterAnswer: keysToSend(call.extension) }),
      media: mediaTargetOf(ctx.settings, token),
      statusCallbackUrl: callbackUrl(ctx, 'call-status', call),
      ...((endCallOnVoicemail || voiceMailMessage !== null) && { machineDetectionUrl: callbackUrl(ctx, 'amd', call) }),
      ringingSeconds,
      maxSeconds: call.maxSeconds,
    })
    await attachSid(ctx.db, call, sid)
    await prepareGreeting(ctx, call)
  } catch (error) {
    await handleFailure(ctx, dialing, account, error)
  }
}

async function handleFailure(ctx: AccountContext, call: Call, account: CarrierAccount, error: unknown): Promise<void> {
  if (!(error instanceof OutsideError)) throw error
  if (error.retryable) return dialAgain(ctx, call, error)
  const { code, message } = error
  const isNumber = /^\d+$/.test(code)
  if (isNumber || code === 'unauthorised' || code.startsWith('http_4'))
    return fail(ctx, call, { errorCode: isNumber ? Number(code) : null, errorMessage: message })
  ctx.log.warn({ call: call.id, failure: code }, 'the outcome of dialing a call is unknown')
  await addEvent(ctx.db, call, 'dial_outcome_unknown', { reason: message })
  return lookUp(ctx, call, account)
}

const retryMs = 3_000
/** A carrier that refuses calls for longer is not available. */
const giveUpMs = 60_000

/** The carrier certainly did nothing. */
async function dialAgain(ctx: AccountContext, call: Call, { code, message }: OutsideError): Promise<void> {
  if (ageMs(ctx, call.createdAt) > giveUpMs)
    return fail(ctx, call, { errorCode: /^\d+$/.test(code) ? Number(code) : null, errorMessage: message })
  await transaction(ctx, async (tx) => {
    await undoDialing(tx.db, call)
    await addEvent(tx.db, call, 'dial_postponed', { reason: message })
    await addDialJob(tx, call.id, retryMs)
  })
}

/** The carrier may list a call late. */
const pausesMs = [300, 1_000]
const certainAfterMs = 60_000
const lookAgainMs = 10_000

/**
 * A call that the carrier does not list a minute after it was dialed was not placed. It is never dialed again. While the
 * carrier does not answer, or lists calls that may belong to others, a callback, the media connection or the deadline
 * decides.
 */
async function lookUp(ctx: AccountContext, call: Call, account: CarrierAccount): Promise<void> {
  let isListed: boolean | undefined
  for (const pauseMs of pausesMs) {
    await setTimeout(pauseMs)
    const current = await findCall(ctx.db, call.accountId, call.id)
    if (!current || current.carrierSid !== null || current.endedAt !== null) return
    isListed = await attachListed(ctx, call, account)
    if (isListed) return
  }
  if (isListed === false && ageMs(ctx, call.dialedAt ?? call.createdAt) > certainAfterMs)
    return fail(ctx, call, { errorCode: null, errorMessage: 'The carrier has no such call.' })
  await transaction(ctx, (tx) => addDialJob(tx, call.id, lookAgainMs))
}

/** Returns false if the carrier has no such call, and undefined if that is not known. */
async function attachListed(ctx: AccountContext, call: Call, account: CarrierAccount): Promise<boolean | undefined> {
  try {
    const { found, isCertain } = await findListed(ctx, call, account)
    if (!isCertain) return undefined
    return found ? (await attachSid(ctx.db, call, found.sid)) || undefined : false
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

/** The largest expected difference between the carrier's clock and Parley's. */
const clockMarginMs = 30_000

/**
 * Looks for a call between the two numbers that belongs to no other call. The carrier does not list callback URLs, so the
 * result is certain only if no other call can be meant.
 */
export async function findListed(
  ctx: AccountContext,
  call: Call,
  account: CarrierAccount,
): Promise<{ found?: CarrierCall; isCertain: boolean }> {
  const since = new Date(toDate(call.dialedAt ?? call.createdAt).getTime() - clockMarginMs)
  const pair = { from: call.assistantPhone!, to: call.clientPhone!, since }
  const listed = await ctx.voiceCarrier.listCalls(account, pair)
  const sids = listed.map(({ sid }) => sid)
  // In this order, a call that gets its SID in the meantime is found by one of the two.
  const hasRival = await hasUnattachedRival(ctx.db, call, since)
  const attached = await selectAttachedSids(ctx.db, account.accountSid, sids)
  const [found, ...others] = listed.filter(({ sid }) => !attached.has(sid))
  if (!found) return { isCertain: true }
  return hasRival || others.length > 0 ? { isCertain: false } : { found, isCertain: true }
}

async function fail(
  ctx: AccountContext,
  call: Call,
  fault: { errorCode: number | null; errorMessage: string },
  endedReason: EndedReason = fault.errorCode === null ? 'carrier_failed' : 'rejected',
): Promise<void> {
  const ending = { endedReason, endedBy: 'system' as const, latency: [], timeline: [], ...fault }
  await transaction(ctx, (tx) => finishIn(tx, call.id, ending))
}

const ageMs = ({ now }: AccountContext, since: string): number => now().getTime() - toDate(since).getTime()
