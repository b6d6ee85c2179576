// What happens when a carrier reports on calls, and signed links to recordings.
import type { CarrierEvents } from '#server/platform/carriers/carrier-events.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Callback } from '#server/platform/http/callbacks.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import type { ReportKey } from '#server/ports/carrier.ts'
import type { Call } from './call/call.ts'
import { findCall, findCallByUuid } from './call/store.ts'
import { findTransferByUuid, type Transfer } from './ending/store-ending.ts'
import { answerInboundCall } from './inbound/answer-inbound-call.ts'
import { serveSignedRecording } from './recording/serve-recording.ts'
import { answerAgent, applyAgentDetection, applyAgentUpdate } from './session/answer-agent.ts'
import { applyCallUpdate, applyMachineDetection } from './session/apply-call-update.ts'

export const callCallbacks: Callback[] = [{ method: 'GET', path: '/recordings/:token', answer: serveSignedRecording }]

/** A report of the carrier account that the call or transfer belongs to. */
interface Report {
  carrierAccountId: string
}

/** Stores a report on a call, unless its key is unknown. */
const onCall =
  <R extends Report>(apply: (context: AppContext, call: Call, report: R) => Promise<void>) =>
  async (context: AppContext, key: ReportKey, report: R): Promise<'stored' | 'unknown'> => {
    const call = await findReported(context, key, report)
    if (!call) return 'unknown'
    await apply(context, call, report)
    return 'stored'
  }

/** Stores a report on the call to a person, unless its key is unknown. */
const onAgent =
  <R extends Report>(apply: (context: AppContext, reported: ReportedTransfer, report: R) => Promise<void>) =>
  async (context: AppContext, key: ReportKey, report: R): Promise<'stored' | 'unknown'> => {
    const reported = await findReportedTransfer(context, key, report)
    if (!reported) return 'unknown'
    await apply(context, reported, report)
    return 'stored'
  }

export const callEvents: Omit<CarrierEvents, 'messageReceived' | 'messageUpdated'> = {
  callReceived: answerInboundCall,
  callUpdated: onCall(applyCallUpdate),
  machineDetected: onCall(applyMachineDetection),
  async agentDecided(context, key, decision) {
    const reported = await findReportedTransfer(context, key, decision)
    return reported ? { join: await answerAgent(context, reported, decision) } : 'unknown'
  },
  agentUpdated: onAgent(applyAgentUpdate),
  agentMachineDetected: onAgent(applyAgentDetection),
}

async function findReported(
  { db }: AppContext,
  { uuid, token }: ReportKey,
  { carrierAccountId }: Report,
): Promise<Call | undefined> {
  const call = isUuid(uuid) ? await findCallByUuid(db, uuid) : undefined
  return call && call.callbackToken === token && call.carrierAccountId === carrierAccountId ? call : undefined
}

interface ReportedTransfer {
  transfer: Transfer
  call: Call
}

async function findReportedTransfer(
  { db }: AppContext,
  { uuid, token }: ReportKey,
  { carrierAccountId }: Report,
): Promise<ReportedTransfer | undefined> {
  const transfer = isUuid(uuid) ? await findTransferByUuid(db, uuid) : undefined
  const call = transfer && (await findCall(db, transfer.accountId, transfer.callId))
  if (!transfer || transfer.callbackToken !== token) return undefined
  return call && call.carrierAccountId === carrierAccountId ? { transfer, call } : undefined
}
