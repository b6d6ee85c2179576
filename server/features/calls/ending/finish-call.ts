// Ends a call: stores its result, charges the talk time, and schedules the evaluation and the webhooks.
import { actFor } from '#server/features/accounts/index.ts'
import { settle } from '#server/features/billing/index.ts'
import { returnVisitorSpend, sanitizeJson, sanitizeText } from '#server/features/conversations/index.ts'
import { endDestination, lockDestinations } from '#server/features/phone-numbers/index.ts'
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { TimelineEvent, TranscriptEntry } from '#server/voice/engine/call-record.ts'
import type { Answerer } from '#server/voice/words-and-sounds/answerer.ts'
import type { Call, CallEnding, CallRef } from '../call/call.ts'
import { costOf, ledgerRefOf, purposeOf } from '../call/money.ts'
import { finalStatusOf } from '../call/status.ts'
import { lockCall } from '../call/store.ts'
import { addEvent, addTimeline, endCallRow, saveTranscript, truncateTranscript } from '../call/store-live.ts'
import { addReportJob } from './report-job.ts'

/** Does nothing and returns false if the call has ended before. */
export async function finishCall(
  context: AppContext,
  { accountId, callId }: CallRef,
  ending: CallEnding,
): Promise<boolean> {
  const ctx = await actFor(context, accountId)
  return ctx !== undefined && (await transaction(ctx, (tx) => finishIn(tx, callId, ending))) !== undefined
}

/** For transactions that have decided to end the call. Returns undefined if it has ended before. */
export async function finishIn(tx: Tx, callId: number, ending: CallEnding): Promise<Call | undefined> {
  const { db, account } = tx
  const call = await lockCall(db, account.id, callId)
  if (!call || call.endedAt !== null) return undefined
  const { endedReason: reason, endedBy: by } = ending
  const durationSeconds = talkSeconds(call, ending.talkUntil, tx.now())
  const cost = await settleCost(tx, call, durationSeconds)
  if (ending.transcript) {
    const entries = ending.transcript.slice(0, maxEntries).map(cleanEntry)
    await truncateTranscript(db, account.id, callId, entries.length)
    await saveTranscript(db, account.id, callId, 0, entries)
  }
  await addTimeline(db, call, ending.timeline.slice(0, maxEvents).map(cleanEvent))
  const status = finalStatusOf(reason, call.answeredAt !== null)
  const latency = ending.latency.slice(0, maxEntries)
  const answerer = answererOf(call, ending)
  const ended = await endCallRow(db, call, { ...ending, ...cost, status, durationSeconds, latency, answerer })
  if (answerer !== null) await addEvent(db, call, 'answerer', { answerer })
  await addEvent(db, call, 'ended', { reason, by, duration_seconds: durationSeconds })
  await tx.emit('call.ended', { accountId: account.id, callId, assistantId: call.assistantId, status })
  await addReportJob(tx, callId)
  return ended
}

/** An outbound call whose session was lost was answered, but it is not known by what. */
const answererOf = ({ type, answeredAt }: Call, { answerer }: CallEnding): Answerer | null =>
  type === 'outbound' && answeredAt !== null ? (answerer ?? 'unknown') : null

/** More than a call of the maximum duration has. */
const maxEntries = 2_000
const maxEvents = 2_000
const maxTextCharacters = 10_000

export const cleanText = sanitizeText

export const cleanEntry = ({ speaker, text, atMs, interrupted, unspoken }: TranscriptEntry): TranscriptEntry => ({
  speaker,
  text: sanitizeText(text.slice(0, maxTextCharacters)),
  atMs: toMs(atMs),
  interrupted: interrupted ?? false,
  ...(unspoken !== undefined && { unspoken: sanitizeText(unspoken.slice(0, maxTextCharacters)) }),
})

const cleanEvent = ({ atMs, type, detail }: TimelineEvent) => ({
  atMs: toMs(atMs),
  type,
  detail: sanitizeJson(detail === undefined ? {} : { detail }),
})

const toMs = (ms: number): number => Math.max(0, Math.round(ms))

/** The carrier's talk time if it is known. A call without a media connection had none. */
function talkSeconds({ answeredAt, carrierSeconds, maxSeconds }: Call, until: Date | undefined, now: Date): number {
  if (answeredAt === null) return 0
  const since = toDate(answeredAt).getTime()
  const secondsTo = (end: Date): number => Math.max(0, Math.ceil((end.getTime() - since) / 1000))
  const seconds = carrierSeconds ?? secondsTo(now)
  return Math.min(maxSeconds, seconds, until ? secondsTo(until) : maxSeconds)
}

/** If less than the whole cost can be charged, the carrier's part is covered first. */
async function settleCost(tx: Tx, call: Call, seconds: number) {
  const carrierMicros = costOf(seconds, call.carrierPriceMicros)
  const amountMicros = costOf(seconds, call.priceMicros) + carrierMicros
  const ref = ledgerRefOf(call)
  const { accountId, assistantId, visitorDay: day, visitorMicros } = call
  // Before the balance changes, as at the start of the call, so that transactions do not wait for each other.
  if (day !== null) await returnVisitorSpend(tx.db, { accountId, assistantId, day }, visitorMicros - amountMicros)
  if (call.type === 'outbound') await lockDestinations(tx)
  const costMicros = await settle(tx, {
    kind: 'call',
    ref,
    amountMicros,
    purpose: { ...purposeOf(call), calls: 1, seconds },
  })
  if (call.type === 'outbound') await endDestination(tx, { ref, amountMicros: costMicros })
  return { costMicros, carrierCostMicros: Math.min(carrierMicros, costMicros) }
}
