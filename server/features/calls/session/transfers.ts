// Calls a person who takes over the customer of a call, who waits in the meantime, and watches what happens.
import { setTimeout as sleep } from 'node:timers/promises'
import { isE164, isTelephone } from '@parley/rules'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { EndedReason, TransferRequest } from '#server/voice/engine/settings.ts'
import type { CallRef } from '../call/call.ts'
import type { AgentState, Transfer } from '../ending/store-ending.ts'
import { attachAgent, beginTransfer, closeTransfer, findAgent } from '../ending/store-transfers.ts'
import { spokenBriefing } from './briefing.ts'
import { endAtCarrier } from './end-agents.ts'
import { findTransferable, finishTransfer, insertReserved, ringingSeconds } from './transfer-call.ts'

/** For ringing, the briefing, and the decision. */
const limitMs = 75_000
/** The carrier reports a call within this time, even if its response to the request was lost. */
const reportMs = 15_000
/** The media connection ends sooner after the person has accepted. */
const connectingMs = 10_000
const pollMs = 500

const reasons: Readonly<Record<Exclude<AgentState, 'waiting' | 'accepted'>, string>> = {
  declined: 'The person declined or did not accept the call.',
  busy: 'The line is busy.',
  no_answer: 'Nobody answered.',
  voicemail: 'A voicemail answered.',
  failed: 'The call to the person failed.',
  abandoned: 'Nobody accepted the call in time.',
}

export interface AgentRequest extends TransferRequest {
  /** ISO 639-1. */
  language: string
}

interface Attempt {
  ctx: AccountContext
  carrier: CarrierAccount
  transfer: Transfer & { callerId: string }
  /** The call of the customer. */
  customerExternalId: string
}

/** The transfers of one call, in the process of its session. */
export function createTransfers(context: AppContext, ref: CallRef) {
  const over = new AbortController()
  let current: Attempt | undefined
  let starting: Promise<unknown> = Promise.resolve()

  /** Resolves when the customer is being connected or the session is over. Refuses if the conversation continues. */
  async function start(request: AgentRequest): Promise<void> {
    const startedMs = context.now().getTime()
    const begun = beginAttempt(context, ref, request)
    starting = begun.catch(() => undefined)
    const attempt = await begun
    current = attempt
    const refused = await callAgent(attempt, request)
    const state = await decisionOf(attempt, startedMs)
    if (state === undefined) return
    current = undefined
    throw new Refusal('TRANSFER_FAILED', `${refused ?? reasons[state]} The customer is still on the line.`)
  }

  /** Returns why the carrier does not call the person, if it refuses. */
  async function callAgent(
    { ctx, carrier, transfer, customerExternalId }: Attempt,
    request: AgentRequest,
  ): Promise<string | undefined> {
    const { warm, keys } = request
    const spoken = warm && spokenBriefing(request.language, warm)
    if (over.signal.aborted) {
      await abandon({ ctx, carrier, transfer, customerExternalId }, 'waiting')
      await finishTransfer(ctx, transfer, { durationSeconds: 0 })
      return undefined
    }
    try {
      const { capabilities, calls } = ctx.carriers.of(carrier)
      const { externalId } = await calls.callAgent(carrier, {
        customerExternalId,
        from: transfer.callerId,
        to: transfer.phoneNumber,
        ...(keys !== '' && { keysAfterAnswer: keys }),
        language: spoken?.language ?? request.language,
        briefing: spoken?.text,
        needsKey: warm?.needsKey === true,
        detectsMachine: warm !== undefined && capabilities.includes('detectsMachines'),
        report: { uuid: transfer.uuid, token: transfer.callbackToken },
        ringingSeconds,
        maxSeconds: transfer.maxSeconds,
      })
      const state = await attachAgent(ctx.db, transfer, externalId)
      if (state === 'abandoned') await endAtCarrier(ctx, carrier, externalId)
      return undefined
    } catch (error) {
      // A call with an unknown outcome reports itself with its first callback.
      if (!(error instanceof CarrierError)) throw error
      if (error.outcome === 'outcome_unknown') return undefined
      await closeTransfer(ctx.db, transfer, { from: 'waiting', to: 'failed' })
      await finishTransfer(ctx, transfer, { durationSeconds: 0 })
      return error.reason === 'unreachable' ? error.message : undefined
    }
  }

  /** Undefined if the customer is connected or the session is over. */
  async function decisionOf(attempt: Attempt, startedMs: number): Promise<keyof typeof reasons | undefined> {
    const { ctx, transfer } = attempt
    const requestedMs = context.now().getTime()
    let acceptedMs: number | undefined
    while (!over.signal.aborted) {
      const { state, externalId } = (await findAgent(ctx.db, transfer)) ?? { state: 'failed', externalId: null }
      if (state !== 'waiting' && state !== 'accepted') return state
      const nowMs = context.now().getTime()
      if (state === 'accepted') acceptedMs ??= nowMs
      const untilMs = externalId === null ? requestedMs + reportMs : startedMs + limitMs
      if (state === 'waiting' && nowMs > untilMs) await abandon(attempt, 'waiting')
      else if (acceptedMs !== undefined && nowMs > acceptedMs + connectingMs) await abandon(attempt, 'accepted')
      else await sleep(pollMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
    return undefined
  }

  return {
    start,
    /** The session ends. Returns the reason: a closed line can mean that the customer was connected, or has hung up. */
    async end<R extends EndedReason>(reason: R): Promise<R | 'caller_hung_up' | 'transferred'> {
      over.abort()
      await starting
      if (current) await abandon(current, 'waiting')
      const agent = current && (await findAgent(current.ctx.db, current.transfer))
      if (agent?.state === 'accepted') return 'transferred'
      return reason === 'transferred' ? 'caller_hung_up' : reason
    },
  }
}

async function beginAttempt(context: AppContext, ref: CallRef, { phoneNumber: to, warm }: AgentRequest) {
  if (!isE164(to) && !isTelephone(to)) throw new Refusal('INVALID_PHONE')
  const found = await findTransferable(context, ref, to)
  if (!found) throw new Refusal('TRANSFER_FAILED', `This call cannot be transferred to ${to}.`)
  const { ctx, call, carrier, externalId: customerExternalId } = found
  const transfer = await transaction(ctx, async (tx) => {
    const inserted = await insertReserved(tx, call, to)
    await beginTransfer(tx.db, inserted, warm?.needsKey === true)
    return inserted
  })
  // The customer's own number cannot be used as the caller id.
  return { ctx, carrier, customerExternalId, transfer: { ...transfer, callerId: call.assistantPhone! } }
}

/** Hangs up on the person. Returns false if the transfer is in another state. */
async function abandon({ ctx, carrier, transfer }: Attempt, from: 'waiting' | 'accepted'): Promise<boolean> {
  if (!(await closeTransfer(ctx.db, transfer, { from, to: 'abandoned' }))) return false
  const agent = await findAgent(ctx.db, transfer)
  // Without its id, the first callback or the response of the carrier ends the call.
  if (agent && agent.externalId !== null) await endAtCarrier(ctx, carrier, agent.externalId)
  return true
}
