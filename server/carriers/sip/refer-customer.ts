// Asks the provider to connect a customer with another number itself (REFER), so that the call leaves this server.
import { isTelephone } from '@parley/rules'
import type { ConnectionServices } from '#server/platform/carriers/carrier-adapter.ts'
import type { AgentCall } from '#server/ports/voice-carrier.ts'
import type { TrunkLine } from './lines.ts'
import { formatFor } from './numbers.ts'
import { type Outcome, openOutcome, outcomeOfStatus } from './outcomes.ts'
import { createReporter } from './reports.ts'
import type { CallList, SipCall } from './sip-call.ts'

interface ReferOptions {
  services: Pick<ConnectionServices, 'context' | 'events'>
  calls: CallList
  line: TrunkLine
  customer: SipCall
  order: AgentCall
}

/** Telephones of the account, and persons who hear a briefing or need keys after the answer, are called from here. */
export const canRefer = ({ trunk }: TrunkLine, customer: SipCall, order: AgentCall): boolean =>
  trunk.allowsRefer &&
  !isTelephone(order.to) &&
  order.briefing === undefined &&
  order.keysAfterAnswer === undefined &&
  customer.durationSeconds === null &&
  customer.phone?.signaling.peerAllows('REFER') !== false

/** Returns a call in place of the one to the person, of which the provider only says whether it was answered. */
export function referCustomer({ services: { context, events }, calls, line, customer, order }: ReferOptions): SipCall {
  const { carrierAccountId } = customer
  const call = calls.open({ carrierAccountId, from: order.from, to: order.to, status: 'initiated' })
  const { externalId } = call
  const report = createReporter(context, call, events.agentUpdated, order.report)

  function end(outcome: Outcome): void {
    calls.end(call, outcome)
    report(outcome)
  }

  async function refer(): Promise<void> {
    const outcome = await customer.phone!.signaling.transfer({
      target: line.uriOf(formatFor(line.trunk, order.to)),
      timeoutMs: order.ringingSeconds * 1_000,
      progress: (status) => status > 100 && report(openOutcome('ringing')),
    })
    if (outcome.result === 'refused') {
      end(outcomeOfStatus(outcome.status, outcome.reasonPhrase))
      return
    }
    // A provider that takes the call away without a report has connected it.
    if (outcome.result === 'unknown' && !outcome.hasEnded) {
      end({ ...openOutcome('ringing'), status: 'no-answer' })
      return
    }
    calls.answer(call)
    report(openOutcome('in-progress'))
    await events.agentDecided(context, order.report, { externalId, carrierAccountId, key: undefined })
    customer.hangUp()
    end({ ...openOutcome('in-progress'), status: 'completed' })
  }

  refer().catch((error: unknown) => {
    context.log.error({ error, externalId }, 'a customer could not be referred to another number')
    if (call.durationSeconds === null) end({ ...openOutcome('ringing'), status: 'failed' })
  })
  return call
}
