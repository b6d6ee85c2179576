// Takes calls that arrive over trunks and from telephones.
import type { CallEnd, IncomingPhoneCall, PhoneCallEvents } from '@parley/sip'
import type { ConnectionServices } from '#server/platform/carriers/carrier-adapter.ts'
import { whenAvailable } from '#server/platform/database/once-available.ts'
import type { AcceptMedia } from '#server/ports/media-line.ts'
import type { InboundCall } from '#server/ports/voice-carrier.ts'
import { openMedia } from './call-media.ts'
import type { TrunkLine } from './lines.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { createReporter } from './reports.ts'
import type { CallList } from './sip-call.ts'

/** The caller hears the ringing tone for at most this time while the assistant is prepared. */
const answerWithinMs = 10_000

/** A call whose source has been admitted. */
export interface Arrival extends Omit<InboundCall, 'externalId'> {
  /** Undefined for a call of a telephone. */
  line: TrunkLine | undefined
}

interface TakingOptions {
  services: ConnectionServices
  accept: AcceptMedia
  calls: CallList
}

/** Returns a function that takes a call. It is answered when the assistant can speak. */
export function createTaking({ services: { context, events }, accept, calls }: TakingOptions) {
  return (incoming: IncomingPhoneCall, { line, ...arrival }: Arrival): PhoneCallEvents => {
    const { carrierAccountId, from, to } = arrival
    const call = calls.open({ carrierAccountId, from, to, status: 'ringing' })
    const { externalId } = call
    call.phone = incoming
    line?.calls.add(call)
    let report: ((outcome: Outcome) => void) | undefined
    /** How the call has ended. */
    let outcome: Outcome | undefined
    const confirmed = Promise.withResolvers<boolean>()
    const tooLate = setTimeout(() => incoming.reject(480), answerWithinMs).unref()

    /** Resolves with whether the caller has confirmed the answer. */
    async function sendAnswer(): Promise<boolean> {
      clearTimeout(tooLate)
      const { codecs, srtp } = line?.trunk ?? {}
      return (await incoming.answer(codecs && { codecs, srtp })) && (await confirmed.promise)
    }

    async function connect(): Promise<void> {
      const ending = AbortSignal.any([context.stopping, AbortSignal.timeout(answerWithinMs)])
      const answered = await whenAvailable(ending, () => events.callReceived(context, { externalId, ...arrival }))
      if ('reject' in answered) {
        incoming.reject(answered.reject === 'busy' ? 486 : 480)
        return
      }
      const { mediaToken: token, report: key } = answered.connect
      report = createReporter(context, call, events.callUpdated, key)
      if (outcome) report(outcome)
      else if (!(await openMedia(call, { accept, token, answer: sendAnswer }))) incoming.reject(480)
    }

    function ended(end: CallEnd): void {
      clearTimeout(tooLate)
      confirmed.resolve(false)
      line?.calls.delete(call)
      outcome = outcomeOf(end, call.isCanceled)
      calls.end(call, outcome)
      report?.(outcome)
      line?.saveLastCall(outcome.errorMessage)
    }

    incoming.ring()
    connect().catch((error: unknown) => {
      context.log.error({ error, externalId }, 'an incoming SIP call could not be answered')
      if (call.answeredAtMs === undefined) incoming.reject(480)
      else call.hangUp()
    })
    return {
      ...call.leg.handlers,
      answered() {
        calls.answer(call)
        confirmed.resolve(true)
      },
      silent: (silentMs) => (line ? line.endSilent(call, silentMs) : call.hangUp()),
      ended,
    }
  }
}
