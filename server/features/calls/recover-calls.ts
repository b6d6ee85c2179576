// Ends calls that no session will end: their process died, a callback of the carrier was lost, or their time is up.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { CarrierCall } from '#server/ports/voice-carrier.ts'
import type { Call, CallRef } from './call/call.ts'
import { type EndedReason, openStatusOf, unconnectedReason } from './call/status.ts'
import { findCall } from './call/store.ts'
import { postponeDeadline } from './call/store-live.ts'
import { hasNoCheckpoint, selectLost, selectOverdue, selectProcesses, selectSilent } from './call/store-recovery.ts'
import { findListed } from './dialing/dial-call.ts'
import { finishIn } from './ending/finish-call.ts'
import { addReportJob } from './ending/report-job.ts'
import { selectOverdueTransfers, selectUnreported } from './ending/store-ending.ts'
import { closeTransfer, selectOpenTransfers } from './ending/store-transfers.ts'
import { recordingKeyOf } from './recording/serve-recording.ts'
import { applyCallUpdate } from './session/apply-call-update.ts'
import { silenceMs } from './session/checkpoints.ts'
import { endAgents } from './session/end-agents.ts'
import { finishTransfer } from './session/transfer-call.ts'

/** The attempts are for processes that die; otherwise the cron job adds the job again. */
export const recoverJob: JobSpec<CallRef> = { name: 'calls.recover', maxAttempts: 1 + maxDeaths, waitsOutside: true }

const batchSize = 500

/** Adds a job for each call to recover. */
export async function planRecovery(context: AppContext): Promise<void> {
  const overdue = await selectOverdue(context.db, batchSize)
  const silent = await selectSilent(context.db, batchSize)
  await addRecoverJobs(context, [...(await selectOrphans(context)), ...overdue, ...silent])
}

/** Adds a job for each call whose process has died. */
export const recoverOrphans = async (context: AppContext): Promise<void> =>
  addRecoverJobs(context, await selectOrphans(context))

/** When this process first found that others were missing, in the application's time. */
const missingSince = new WeakMap<object, ReadonlyMap<string, Date>>()

/**
 * A session that lives stores checkpoints, even if its process has lost the session that announces it. While the database
 * is away, there are none; so its process must also be missing for as long, which begins with the first look.
 */
async function selectOrphans(context: AppContext): Promise<CallRef[]> {
  const { db, liveness } = context
  const before = missingSince.get(liveness)
  const missing = await liveness.selectMissing(await selectProcesses(db))
  const since = new Map(missing.map((id) => [id, before?.get(id) ?? context.now()]))
  missingSince.set(liveness, since)
  const silentFrom = context.now().getTime() - silenceMs
  const processIds = missing.filter((id) => since.get(id)!.getTime() <= silentFrom)
  return processIds.length === 0 ? [] : selectLost(db, { processIds, silenceMs }, batchSize)
}

async function addRecoverJobs(context: AppContext, calls: readonly CallRef[]): Promise<void> {
  if (calls.length === 0) return
  await transaction(context, async (tx) => {
    for (const { accountId, callId } of calls)
      await tx.addJob(recoverJob, { accountId, callId }, { key: `call-recover:${accountId}:${callId}` })
  })
}

/** Safe to run twice, and while a session ends the call itself. */
export async function recoverCall(context: AppContext, { accountId, callId }: CallRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const call = ctx && (await findCall(ctx.db, accountId, callId))
  if (!call || call.endedAt !== null) return
  const hasDied =
    call.processId !== null &&
    (await ctx.liveness.isDead(call.processId)) &&
    (await hasNoCheckpoint(ctx.db, { accountId, callId }, silenceMs))
  // Web calls have no carrier.
  const account = call.carrierAccountId === null ? undefined : await findCarrierAccountById(ctx, call.carrierAccountId)
  if (!hasDied && toDate(call.deadlineAt!) > ctx.now()) return account && applyCarrierStatus(ctx, call, account)
  let atCarrier: CarrierCall | undefined
  let isTransferred = false
  try {
    atCarrier = account && (await findAtCarrier(ctx, call, account))
    const isOpen = atCarrier !== undefined && openStatusOf(atCarrier.status) !== undefined
    isTransferred = isOpen && hasDied && (await isWithPerson(ctx, call, account!))
    if (isOpen && !isTransferred) await ctx.carriers.of(account!).calls.endCall(account!, atCarrier!.externalId)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.warn({ call: callId, failure: error.code }, 'a call could not be ended at the carrier')
    // The hold remains until the carrier answers, but not for longer than the call could have lasted.
    if (await postponeDeadline(ctx.db, call)) return
  }
  if (account && !isTransferred) await endAgents(ctx, account, call)
  await finishRecovered(ctx, call, { hasDied, isTransferred, atCarrier })
}

/** The callback that reported the status may have come while no process was there to receive it. */
async function applyCarrierStatus(ctx: AccountContext, call: Call, account: CarrierAccount): Promise<void> {
  if (call.answeredAt !== null || call.externalId === null) return
  try {
    const found = await ctx.carriers.of(account).calls.findCall(account, call.externalId)
    const unknown = { sequence: null, sipCode: null, failureReason: null, errorCode: null, errorMessage: null }
    if (found) await applyCallUpdate(ctx, call, { ...found, ...unknown, carrierAccountId: account.externalId })
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.warn({ call: call.id, failure: error.code }, 'the status of a call could not be read from the carrier')
  }
}

async function findAtCarrier(
  ctx: AccountContext,
  call: Call,
  account: CarrierAccount,
): Promise<CarrierCall | undefined> {
  if (call.externalId !== null) return ctx.carriers.of(account).calls.findCall(account, call.externalId)
  return call.dialState === 'dialing' ? (await findListed(ctx, call, account)).found : undefined
}

/** A call that is in progress without its process is connected to the person of a transfer. */
async function isWithPerson(ctx: AccountContext, call: Call, account: CarrierAccount): Promise<boolean> {
  for (const { agentState, agentExternalId } of await selectOpenTransfers(ctx.db, call.accountId, call.id)) {
    const agent =
      agentState === 'accepted' && agentExternalId !== null
        ? await ctx.carriers.of(account).calls.findCall(account, agentExternalId)
        : undefined
    if (agent && openStatusOf(agent.status)) return true
  }
  return false
}

async function finishRecovered(
  ctx: AccountContext,
  call: Call,
  {
    hasDied,
    isTransferred,
    atCarrier,
  }: { hasDied: boolean; isTransferred: boolean; atCarrier: CarrierCall | undefined },
): Promise<void> {
  const isConnected = call.answeredAt !== null
  // Only a process that has died can have left a recording behind; a session that is alive removes it.
  const recordingKey = recordingKeyOf({ accountId: call.accountId, id: call.uuid })
  const isRecorded = isConnected && hasDied && (await ctx.files.find(recordingKey)) !== undefined
  const endedReason = isTransferred
    ? 'transferred'
    : isConnected
      ? connectedReason(call, hasDied)
      : reasonWithoutMedia(call, atCarrier)
  await transaction(ctx, (tx) =>
    finishIn(tx, call.id, {
      endedReason,
      endedBy: isTransferred ? 'assistant' : endedReason === 'caller_hung_up' ? 'caller' : 'system',
      latency: [],
      timeline: [],
      ...(isRecorded && { recordingKey }),
      // Later, the customer heard nothing.
      ...(call.checkpointAt !== null && { talkUntil: toDate(call.checkpointAt) }),
    }),
  )
}

function connectedReason({ carrierSeconds }: Call, hasDied: boolean): EndedReason {
  if (hasDied) return 'process_died'
  return carrierSeconds === null ? 'max_duration' : 'caller_hung_up'
}

function reasonWithoutMedia({ type }: Call, atCarrier: CarrierCall | undefined): EndedReason {
  const reason = atCarrier && unconnectedReason({ status: atCarrier.status, sipCode: null }, type === 'inbound')
  if (reason) return reason
  if (atCarrier?.status === 'in-progress') return 'media_failed'
  return type !== 'outbound' ? 'caller_hung_up' : atCarrier ? 'no_answer' : 'carrier_failed'
}

/** Releases the holds of transfers whose results have not arrived, and reports calls whose job was lost. */
export async function completeEndings(context: AppContext): Promise<void> {
  for (const transfer of await selectOverdueTransfers(context.db, batchSize)) {
    const ctx = await actFor(context, transfer.accountId)
    if (!ctx) continue
    await closeTransfer(ctx.db, transfer, { from: 'waiting', to: 'abandoned' })
    // It is not known how long it took, so nothing is charged.
    await finishTransfer(ctx, transfer, { durationSeconds: 0 })
  }
  for (const { accountId, callId } of await selectUnreported(context.db, batchSize)) {
    const ctx = await actFor(context, accountId)
    if (ctx) await transaction(ctx, (tx) => addReportJob(tx, callId))
  }
}
