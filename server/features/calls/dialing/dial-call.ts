// Dials a call once, and determines the outcome if the carrier's response was lost.
import { setTimeout } from 'node:timers/promises'
import { keysToSend } from '@parley/rules'
import { dialRefusals } from '#contract/calls/phone-numbers.ts'
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import { isDoNotContact } from '#server/features/consents/index.ts'
import { CarrierError, faultOf, isRejected, noReport } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount, CarrierFault } from '#server/ports/carrier.ts'
import type { CarrierCall } from '#server/ports/voice-carrier.ts'
import type { Call, CallRef } from '../call/call.ts'
import { createMediaToken, hashMediaToken } from '../call/media-token.ts'
import type { EndedReason } from '../call/status.ts'
import { findCall } from '../call/store.ts'
import {
  addEvent,
  attachExternalId,
  beginDialing,
  hasUnattachedRival,
  selectAttachedIds,
  undoDialing,
} from '../call/store-live.ts'
import { finishIn } from '../ending/finish-call.ts'
import { prepareGreeting } from '../session/prepare-session.ts'
import { addDialJob, queueSeconds } from './dial-job.ts'

/** Safe to run twice: a call that may have been dialed is only looked up. */
export async function dialCall(context: AppContext, ref: CallRef): Promise<void> {
  const ctx = await actFor(context, ref.accountId)
  const call = ctx && (await findCall(ctx.db, ref.accountId, ref.callId))
  if (!call || call.endedAt !== null || call.externalId !== null) return
  const account = await findCarrierAccountById(ctx, call.carrierAccountId!).catch((error: unknown) => {
    // A call that may have been dialed must be looked up with the former key.
    if (error instanceof BoxError && call.dialState === 'waiting') return error
    throw error
  })
  if (account instanceof BoxError) return fail(ctx, call, { ...noReport, errorMessage: account.message })
  if (!account) return fail(ctx, call, { ...noReport, errorMessage: 'The carrier account is no longer set.' })
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
    return fail(ctx, dialing, { ...noReport, errorMessage: dialRefusals.DO_NOT_CONTACT.message }, 'canceled')
  try {
    const { capabilities, calls } = ctx.carriers.of(account)
    const { externalId } = await calls.createCall(account, {
      from: call.assistantPhone!,
      to: call.clientPhone!,
      ...(call.extension !== null && { keysAfterAnswer: keysToSend(call.extension) }),
      mediaToken: token,
      report: { uuid: call.uuid, token: call.callbackToken },
      detectsMachine: capabilities.includes('detectsMachines') && (endCallOnVoicemail || voiceMailMessage !== null),
      ringingSeconds,
      maxSeconds: call.maxSeconds,
    })
    await attachExternalId(ctx.db, call, externalId)
    await prepareGreeting(ctx, call)
  } catch (error) {
    await handleFailure(ctx, dialing, account, error)
  }
}

async function handleFailure(ctx: AccountContext, call: Call, account: CarrierAccount, error: unknown): Promise<void> {
  if (!(error instanceof CarrierError)) throw error
  if (error.retryable) return dialAgain(ctx, call, error)
  const { code, message, outcome } = error
  if (outcome !== 'outcome_unknown') return fail(ctx, call, faultOf(error))
  ctx.log.warn({ call: call.id, failure: code }, 'the outcome of dialing a call is unknown')
  await addEvent(ctx.db, call, 'dial_outcome_unknown', { reason: message })
  return lookUp(ctx, call, account)
}

const retryMs = 3_000
/** A carrier that refuses calls for longer is not available. */
const giveUpMs = 60_000

/** The carrier certainly did nothing. */
async function dialAgain(ctx: AccountContext, call: Call, error: CarrierError): Promise<void> {
  if (ageMs(ctx, call.createdAt) > giveUpMs) return fail(ctx, call, faultOf(error))
  await transaction(ctx, async (tx) => {
    await undoDialing(tx.db, call)
    await addEvent(tx.db, call, 'dial_postponed', { reason: error.message })
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
    if (!current || current.externalId !== null || current.endedAt !== null) return
    isListed = await attachListed(ctx, call, account)
    if (isListed) return
  }
  if (isListed === false && ageMs(ctx, call.dialedAt ?? call.createdAt) > certainAfterMs)
    return fail(ctx, call, { ...noReport, errorMessage: 'The carrier has no such call.' })
  await transaction(ctx, (tx) => addDialJob(tx, call.id, lookAgainMs))
}

/** Returns false if the carrier has no such call, and undefined if that is not known. */
async function attachListed(ctx: AccountContext, call: Call, account: CarrierAccount): Promise<boolean | undefined> {
  try {
    const { found, isCertain } = await findListed(ctx, call, account)
    if (!isCertain) return undefined
    return found ? (await attachExternalId(ctx.db, call, found.externalId)) || undefined : false
  } catch (error) {
    if (error instanceof CarrierError) return undefined
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
  const { capabilities, calls } = ctx.carriers.of(account)
  // What the carrier reports decides.
  if (!capabilities.includes('listsCalls')) return { isCertain: false }
  const listed = await calls.listCalls(account, pair)
  const externalIds = listed.map(({ externalId }) => externalId)
  // In this order, a call that gets its id in the meantime is found by one of the two.
  const hasRival = await hasUnattachedRival(ctx.db, call, since)
  const attached = await selectAttachedIds(ctx.db, account.externalId, externalIds)
  const [found, ...others] = listed.filter(({ externalId }) => !attached.has(externalId))
  if (!found) return { isCertain: true }
  return hasRival || others.length > 0 ? { isCertain: false } : { found, isCertain: true }
}

async function fail(
  ctx: AccountContext,
  call: Call,
  fault: CarrierFault,
  endedReason: EndedReason = isRejected(fault) ? 'rejected' : 'carrier_failed',
): Promise<void> {
  const ending = { endedReason, endedBy: 'system' as const, latency: [], timeline: [], ...fault }
  await transaction(ctx, (tx) => finishIn(tx, call.id, ending))
}

const ageMs = ({ now }: AccountContext, since: string): number => now().getTime() - toDate(since).getTime()
