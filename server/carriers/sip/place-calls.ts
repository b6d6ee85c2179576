// Places calls over trunks: to customers, and to persons who take over a customer.
import { isTelephone } from '@parley/rules'
import type { PhoneCall, PhoneCallEvents } from '@parley/sip'
import type { ConnectionServices } from '#server/platform/carriers/carrier-adapter.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { withTimeout } from '#server/platform/time/with-timeout.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { AcceptMedia } from '#server/ports/media-line.ts'
import type { AgentCall, OutgoingCall } from '#server/ports/voice-carrier.ts'
import { openMedia } from './call-media.ts'
import type { Conferences } from './conferences.ts'
import type { TrunkLine } from './lines.ts'
import { formatFor } from './numbers.ts'
import { type Outcome, openOutcome, outcomeOf } from './outcomes.ts'
import { canRefer, referCustomer } from './refer-customer.ts'
import { createReporter, type StoreUpdate } from './reports.ts'
import type { CallList, SipCall } from './sip-call.ts'

/** For the speech of the briefing. */
const speakWithinMs = 10_000
/** After the briefing. */
const decideWithinMs = 10_000

export interface PlacingOptions {
  services: ConnectionServices
  accept: AcceptMedia
  calls: CallList
  conferences: Conferences
  findLine(carrierAccountId: string, number: string): TrunkLine | undefined
  findTelephone(carrierAccountId: string, extension: string): Telephone | undefined
}

/** A telephone that can be called now. */
export interface Telephone {
  call(callerNumber: string, ringingSeconds: number, events: PhoneCallEvents): Promise<PhoneCall>
}

type Placing = Pick<OutgoingCall, 'from' | 'to' | 'report' | 'ringingSeconds' | 'maxSeconds'>

export function createPlacing({ services, accept, calls, conferences, findLine, findTelephone }: PlacingOptions) {
  const { context, events, speak } = services

  function fail(call: SipCall, error: unknown): void {
    context.log.error({ error, externalId: call.externalId }, 'a SIP call failed')
    call.hangUp()
  }

  /** Resolves when the INVITE is being sent. */
  async function place(
    { externalId }: Pick<CarrierAccount, 'externalId'>,
    { from, to, report: key, ringingSeconds, maxSeconds }: Placing,
    store: StoreUpdate,
    answered: (call: SipCall) => Promise<void>,
  ): Promise<SipCall> {
    const telephone = isTelephone(to) ? getTelephone(findTelephone(externalId, to), to) : undefined
    const line = telephone ? undefined : getFreeLine(findLine(externalId, from), from)
    const call = calls.open({ carrierAccountId: externalId, from, to, status: 'initiated' })
    const report = createReporter(context, call, store, key)
    line?.calls.add(call)

    function end(outcome: Outcome): void {
      line?.calls.delete(call)
      calls.end(call, outcome)
    }

    const handlers: PhoneCallEvents = {
      ...call.leg.handlers,
      ringing() {
        if (call.status !== 'initiated') return
        call.status = 'ringing'
        report(openOutcome('ringing'))
      },
      answered() {
        calls.answer(call)
        call.leg.forget()
        call.endTimer = setTimeout(() => call.hangUp(), maxSeconds * 1_000).unref()
        report(openOutcome('in-progress'))
        answered(call).catch((error: unknown) => fail(call, error))
      },
      silent: (silentMs) => (line ? line.endSilent(call, silentMs) : call.hangUp()),
      ended(how) {
        const outcome = outcomeOf(how, call.isCanceled)
        end(outcome)
        report(outcome)
        line?.saveLastCall(outcome.errorMessage)
      },
    }
    try {
      call.phone = await (telephone
        ? telephone.call(from, ringingSeconds, handlers)
        : line!.call(formatFor(line!.trunk, to), formatFor(line!.trunk, from), ringingSeconds, handlers))
    } catch (cause) {
      end({ ...openOutcome('ringing'), status: 'failed' })
      const says = 'The call could not be placed, because no port is free for its audio, or this server is stopping.'
      throw new CarrierError('not_sent', says, { code: 'no_port', retryable: true, cause })
    }
    if (call.isCanceled) call.phone.hangUp()
    return call
  }

  /** Speaks to the person, and asks whether the customer is connected. */
  async function brief(call: SipCall, agent: AgentCall): Promise<void> {
    const { externalId, carrierAccountId, leg } = call
    const decided = Promise.withResolvers<string | undefined>()
    leg.listen({ audio() {}, keyPressed: decided.resolve, closed: () => decided.resolve(undefined) })
    call.press(agent.keysAfterAnswer ?? '')
    if (agent.briefing === undefined) decided.resolve(undefined)
    else {
      leg.out.push(await withTimeout(speakWithinMs, speak(agent.briefing, agent.language)))
      leg.out.mark(() => {
        if (agent.needsKey) setTimeout(decided.resolve, decideWithinMs, undefined).unref()
        else decided.resolve(undefined)
      })
    }
    const key = await decided.promise
    if (call.durationSeconds !== null) return
    const answer = await events.agentDecided(context, agent.report, { externalId, carrierAccountId, key })
    if (answer === 'unknown' || !answer.join) call.hangUp()
    else conferences.join(call, answer.join)
  }

  return {
    async createCall(account: CarrierAccount, order: OutgoingCall) {
      const { externalId } = await place(account, order, events.callUpdated, async (call) => {
        call.press(order.keysAfterAnswer ?? '')
        if (await openMedia(call, { accept, token: order.mediaToken })) return
        context.log.warn({ externalId: call.externalId }, 'no assistant takes a SIP call')
        call.hangUp()
      })
      return { externalId, status: 'initiated' as const }
    },
    async callAgent(account: CarrierAccount, order: AgentCall) {
      const line = findLine(account.externalId, order.from)
      const customer = calls.find(account.externalId, order.customerExternalId)
      const { externalId } =
        line && customer && canRefer(line, customer, order)
          ? referCustomer({ services, calls, line, customer, order })
          : await place(account, { ...order, from: shownTo(order, customer) }, events.agentUpdated, (call) =>
              brief(call, order),
            )
      return { externalId, status: 'initiated' as const }
    },
  }
}

/** A telephone shows the number of the customer. Providers accept only numbers of the trunk. */
function shownTo({ from, to }: AgentCall, customer: SipCall | undefined): string {
  if (!customer || !isTelephone(to)) return from
  return customer.from === from ? customer.to : customer.from
}

function getTelephone(telephone: Telephone | undefined, extension: string): Telephone {
  if (telephone) return telephone
  throw new CarrierError('refused', `The telephone ${extension} is not registered.`, { reason: 'unreachable' })
}

function getFreeLine(line: TrunkLine | undefined, number: string): TrunkLine {
  if (!line)
    throw new CarrierError('refused', `There is no SIP trunk with the number ${number}.`, { reason: 'not_found' })
  if (!line.isFull()) return line
  throw new CarrierError('refused', `All ${line.trunk.maxCalls} channels of the trunk are in use.`, {
    reason: 'overloaded',
    retryable: true,
  })
}
