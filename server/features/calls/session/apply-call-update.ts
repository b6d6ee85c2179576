// Applies what the carrier reports about a call. Reports can come late, twice, and in any order.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { notify } from '#server/platform/database/notifications.ts'
import type { CallUpdate, MachineDetection } from '#server/ports/voice-carrier.ts'
import type { AnsweredBy } from '#server/voice/engine/settings.ts'
import type { Call } from '../call/call.ts'
import { emitStatus } from '../call/call.ts'
import { openStatusOf, statusesBefore, unconnectedReason } from '../call/status.ts'
import { lockCall } from '../call/store.ts'
import { addEvent, advanceStatus, attachExternalId, saveAnsweredBy, saveCarrierEnd } from '../call/store-live.ts'
import { finishIn } from '../ending/finish-call.ts'
import { answeredByChannel } from './answered-by.ts'
import { endAgents } from './end-agents.ts'

/** How long a session may take to report the end of its call after the carrier has reported it. */
const graceMs = 30_000

/** Reports that name another call of the carrier, or repeat a status, change nothing. */
export async function applyCallUpdate(context: AppContext, call: Call, update: CallUpdate): Promise<void> {
  const ctx = await actFor(context, call.accountId)
  if (!ctx) return
  const isOwn = await transaction(ctx, async (tx) => {
    if (!(await attachExternalId(tx.db, call, update.externalId))) return false
    const current = await lockCall(tx.db, tx.account.id, call.id)
    if (current) await applyStatus(tx, current, update)
    return true
  })
  if (!isOwn || openStatusOf(update.status) || update.status === 'unknown') return
  const carrier = await findCarrierAccountById(ctx, update.carrierAccountId)
  if (carrier) await endAgents(ctx, carrier, call)
}

async function applyStatus(tx: Tx, call: Call, update: CallUpdate): Promise<void> {
  const { status, sequence, durationSeconds, sipCode, failureReason, errorCode, errorMessage } = update
  const detail = { status, sequence, duration_seconds: durationSeconds, sip_code: sipCode, error_code: errorCode }
  const open = openStatusOf(status)
  if (open) {
    const isNew = await advanceStatus(tx.db, call, { status: open, before: statusesBefore(open) })
    if (isNew || status === 'initiated') await addEvent(tx.db, call, 'carrier_status', detail)
    if (isNew) await emitStatus(tx, call, open)
    return
  }
  const reason = unconnectedReason(update, call.type === 'inbound')
  if (!reason || (call.endedAt !== null && call.carrierSeconds !== null)) return
  // A call that was answered as far as Parley knows is not free because the carrier reports another end.
  await saveCarrierEnd(tx.db, call, { seconds: status === 'completed' ? durationSeconds : null, graceMs })
  await addEvent(tx.db, call, 'carrier_status', detail)
  // The session of a connected call knows why it ended, and reports it.
  if (call.answeredAt !== null) return
  const fault = { failureReason, errorCode, errorMessage: errorMessage === null ? null : errorMessage.slice(0, 500) }
  const endedBy = reason === 'caller_hung_up' ? ('caller' as const) : ('system' as const)
  await finishIn(tx, call.id, { endedReason: reason, endedBy, latency: [], timeline: [], ...fault })
}

export async function applyMachineDetection(
  context: AppContext,
  call: Call,
  { externalId, answeredBy: reported, ...detection }: MachineDetection,
): Promise<void> {
  const ctx: AccountContext | undefined = await actFor(context, call.accountId)
  if (!ctx) return
  // A fax machine does not talk either, and it has no greeting to wait for.
  const isFax = reported === 'fax'
  const answeredBy: AnsweredBy = isFax ? 'machine' : reported
  const greetingEnded = isFax || detection.greetingEnded
  await transaction(ctx, async (tx) => {
    if (!(await attachExternalId(tx.db, call, externalId))) return
    if (!(await saveAnsweredBy(tx.db, call, { answeredBy, greetingEnded }))) return
    await addEvent(tx.db, call, 'answered_by', { answered_by: answeredBy, greeting_ended: greetingEnded })
    await notify(tx.db, answeredByChannel, call.uuid)
  })
}
