// What the carrier reports about a person who takes over a customer: the decision, a machine, and the end of the call.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { CallStatus, CallUpdate, ConferenceTarget, MachineDetection } from '#server/ports/voice-carrier.ts'
import type { Call } from '../call/call.ts'
import { addEvent } from '../call/store-live.ts'
import { type AgentState, findTransferByUuid, type Transfer } from '../ending/store-ending.ts'
import { acceptTransfer, attachAgent, closeTransfer, markMachine } from '../ending/store-transfers.ts'
import { endAtCarrier } from './end-agents.ts'
import { finishTransfer } from './transfer-call.ts'

/** The key that accepts the customer. */
const acceptKey = '1'

interface Report {
  transfer: Transfer
  /** The customer's call. */
  call: Call
}

/** Returns the conference that the person joins, or undefined to end the person's call. May be repeated. */
export async function answerAgent(
  context: AppContext,
  { transfer, call }: Report,
  { externalId, key }: { externalId: string; key: string | undefined },
): Promise<ConferenceTarget | undefined> {
  const { ctx, carrier } = await actForCall(context, call)
  if (!ctx || !carrier) return undefined
  const conference = { name: transfer.uuid, maxSeconds: transfer.maxSeconds }
  const state = await attachAgent(ctx.db, transfer, externalId)
  // The carrier repeats the request if it did not get the response.
  if (state === 'accepted') return conference
  if (state !== 'waiting') return undefined
  // A mailbox listens to a briefing, too.
  if (transfer.needsKey ? key !== acceptKey : transfer.agentIsMachine) {
    await closeTransfer(ctx.db, transfer, { from: 'waiting', to: 'declined' })
    return undefined
  }
  if (!(await acceptTransfer(ctx.db, transfer))) {
    // A repeated request, processed at the same time, can have accepted.
    return (await attachAgent(ctx.db, transfer, externalId)) === 'accepted' ? conference : undefined
  }
  if (!(await moveCustomer(ctx, carrier, call, conference))) {
    await closeTransfer(ctx.db, transfer, { from: 'accepted', to: 'failed' })
    await endAtCarrier(ctx, carrier, externalId)
    return undefined
  }
  await addEvent(ctx.db, call, 'transfer_accepted', { to: transfer.phoneNumber })
  return conference
}

/** Returns false if the customer certainly stays where they are. */
async function moveCustomer(
  ctx: AccountContext,
  carrier: CarrierAccount,
  call: Call,
  conference: ConferenceTarget,
): Promise<boolean> {
  try {
    await ctx.carriers.of(carrier).calls.joinConference(carrier, call.externalId!, conference)
    return true
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    ctx.log.warn({ call: call.uuid, failure: error.code }, 'a customer could not be connected with a person')
    return error.outcome === 'outcome_unknown'
  }
}

/** How the attempt ended if the person had not accepted. */
const stateAfter: Partial<Readonly<Record<CallStatus, Exclude<AgentState, 'waiting' | 'accepted'>>>> = {
  completed: 'declined',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'abandoned',
}

/** Charges for the person's call when it is over. */
export async function applyAgentUpdate(
  context: AppContext,
  { transfer, call }: Report,
  { externalId, status, durationSeconds }: CallUpdate,
): Promise<void> {
  const { ctx, carrier } = await actForCall(context, call)
  if (!ctx || !carrier) return
  const state = await attachAgent(ctx.db, transfer, externalId)
  if (state === undefined) return
  const to = stateAfter[status]
  if (to === undefined) {
    // The customer hung up before the id of the person's call was known.
    if (state === 'abandoned') await endAtCarrier(ctx, carrier, externalId)
    return
  }
  const isRefused = await closeTransfer(ctx.db, transfer, { from: 'waiting', to })
  // The person can accept while this is processed.
  const latest = (isRefused ? undefined : await findTransferByUuid(ctx.db, transfer.uuid)) ?? transfer
  const answered = !isRefused && latest.agentState === 'accepted'
  // The person can have hung up before joining the conference, in which the customer would stay alone.
  if (answered && call.externalId !== null) await endAtCarrier(ctx, carrier, call.externalId)
  const seconds = durationSeconds ?? 0
  const connected = answered ? Math.min(seconds, secondsSince(latest, ctx.now())) : 0
  await finishTransfer(ctx, transfer, {
    durationSeconds: connected,
    briefingSeconds: seconds - connected,
  })
}

export async function applyAgentDetection(
  context: AppContext,
  { transfer }: Report,
  { externalId, answeredBy }: MachineDetection,
): Promise<void> {
  if (answeredBy === 'machine') await markMachine(context.db, transfer, externalId)
}

function secondsSince({ acceptedAt }: Transfer, now: Date): number {
  return acceptedAt === null ? 0 : Math.max(0, Math.ceil((now.getTime() - toDate(acceptedAt).getTime()) / 1000))
}

async function actForCall(context: AppContext, { accountId, carrierAccountId }: Call) {
  const ctx = await actFor(context, accountId)
  const carrier = ctx && carrierAccountId !== null ? await findCarrierAccountById(ctx, carrierAccountId) : undefined
  return { ctx, carrier }
}
