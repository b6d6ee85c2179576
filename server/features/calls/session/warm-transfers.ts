// Asks a person to take over the customer of a call, who waits in the meantime, and watches what the person decides.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isE164 } from '#server/platform/text/e164.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { EndedReason, WarmTransfer } from '#server/voice/engine/settings.ts'
import type { CallRef } from '../call/call.ts'
import { callbackUrl } from '../call/callback-url.ts'
import type { AgentState, Transfer } from '../ending/store-ending.ts'
import { attachAgent, beginWarmTransfer, closeWarmTransfer, findAgent } from '../ending/store-warm-transfers.ts'
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
  failed: 'The call to the person failed.',
  abandoned: 'Nobody accepted the call in time.',
}

export interface AgentRequest extends WarmTransfer {
  /** ISO 639-1. */
  language: string
}

interface Attempt {
  ctx: AccountContext
  carrier: CarrierAccount
  transfer: Transfer & { callerId: string }
}

/** The transfers of one call with a briefing, in the process of its session. */
export function createWarmTransfers(context: AppContext, ref: CallRef) {
  const over = new AbortController()
  let current: Attempt | undefined
  let starting: Promise<unknown> = Promise.resolve()

  /** Resolves when the customer is being connected or the session is over. Refuses if the conversation continues. */
  async function start(to: string, request: AgentRequest): Promise<void> {
    const startedMs = context.now().getTime()
    const begun = beginAttempt(context, ref, to, request)
    starting = begun.catch(() => undefined)
    const attempt = await begun
    current = attempt
    await callAgent(attempt, request)
    const state = await decisionOf(attempt, startedMs)
    if (state === undefined) return
    current = undefined
    throw new Refusal('TRANSFER_FAILED', reasons[state])
  }

  async function callAgent({ ctx, carrier, transfer }: Attempt, request: AgentRequest): Promise<void> {
    const { text: briefing, language } = spokenBriefing(request.language, request)
    if (over.signal.aborted) {
      await finishTransfer(ctx, transfer, { answered: false, durationSeconds: 0 })
      return
    }
    try {
      const { sid } = await ctx.voiceCarrier.callAgent(carrier, {
        from: transfer.callerId,
        to: transfer.phoneNumber,
        language,
        briefing,
        needsKey: request.needsKey,
        decisionUrl: callbackUrl(ctx, 'agent-decision', transfer),
        statusCallbackUrl: callbackUrl(ctx, 'agent-status', transfer),
        ringingSeconds,
        maxSeconds: transfer.maxSeconds,
      })
      const state = await attachAgent(ctx.db, transfer, sid)
      if (state === 'abandoned') await endAtCarrier(ctx, carrier, sid)
    } catch (error) {
      // A call with an unknown outcome reports itself with its first callback.
      if (!(error instanceof OutsideError)) throw error
      if (error.code === 'outcome_unknown') return
      await closeWarmTransfer(ctx.db, transfer, { from: 'waiting', to: 'failed' })
      await finishTransfer(ctx, transfer, { answered: false, durationSeconds: 0 })
    }
  }

  /** Undefined if the customer is connected or the session is over. */
  async function decisionOf(attempt: Attempt, startedMs: number): Promise<keyof typeof reasons | undefined> {
    const { ctx, transfer } = attempt
    const requestedMs = context.now().getTime()
    let acceptedMs: number | undefined
    while (!over.signal.aborted) {
      const { state, sid } = (await findAgent(ctx.db, transfer)) ?? { state: 'failed', sid: null }
      if (state !== 'waiting' && state !== 'accepted') return state
      const nowMs = context.now().getTime()
      if (state === 'accepted') acceptedMs ??= nowMs
      const untilMs = sid === null ? requestedMs + reportMs : startedMs + limitMs
      if (state === 'waiting' && nowMs > untilMs) await abandon(attempt, 'waiting')
      else if (acceptedMs !== undefined && nowMs > acceptedMs + connectingMs) await abandon(attempt, 'accepted')
      else await sleep(pollMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
    return undefined
  }

  return {
    start,
    /** The session ends. Returns the reason, because a closed line can also mean that the customer has hung up. */
    async end<R extends EndedReason>(reason: R): Promise<R | 'caller_hung_up'> {
      over.abort()
      await starting
      const attempt = current
      if (!attempt) return reason
      await abandon(attempt, 'waiting')
      const agent = await findAgent(attempt.ctx.db, attempt.transfer)
      return reason === 'transferred' && agent?.state !== 'accepted' ? 'caller_hung_up' : reason
    },
  }
}

async function beginAttempt(context: AppContext, ref: CallRef, to: string, { needsKey }: WarmTransfer) {
  const { ctx, call, carrier } = await findTransferable(context, ref)
  if (!isE164(to)) throw new Refusal('INVALID_PHONE')
  const transfer = await transaction(ctx, async (tx) => {
    const inserted = await insertReserved(tx, call, to)
    await beginWarmTransfer(tx.db, inserted, needsKey)
    return inserted
  })
  // The customer's own number cannot be used as the caller id.
  return { ctx, carrier, transfer: { ...transfer, callerId: call.assistantPhone! } }
}

/** Hangs up on the person. Returns false if the transfer is in another state. */
async function abandon({ ctx, carrier, transfer }: Attempt, from: 'waiting' | 'accepted'): Promise<boolean> {
  if (!(await closeWarmTransfer(ctx.db, transfer, { from, to: 'abandoned' }))) return false
  const agent = await findAgent(ctx.db, transfer)
  // Without a SID, the first callback or the response of the carrier ends the call.
  if (agent && agent.sid !== null) await endAtCarrier(ctx, carrier, agent.sid)
  return true
}
