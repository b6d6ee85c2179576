// Reports the states of calls to the features, in their order.
import type { AppContext } from '#server/platform/context/context.ts'
import { whenAvailable } from '#server/platform/database/once-available.ts'
import type { ReportKey } from '#server/ports/carrier.ts'
import type { CallUpdate } from '#server/ports/voice-carrier.ts'
import type { Outcome } from './outcomes.ts'
import type { SipCall } from './sip-call.ts'

export type StoreUpdate = (context: AppContext, key: ReportKey, update: CallUpdate) => Promise<unknown>

/** Each report waits for the one before it, and for a database that is away. */
export function createReporter(context: AppContext, call: SipCall, store: StoreUpdate, key: ReportKey) {
  let last: Promise<unknown> = Promise.resolve()
  let sequence = 0
  return (outcome: Outcome): void => {
    const { externalId, carrierAccountId, durationSeconds } = call
    const update = { ...outcome, externalId, carrierAccountId, durationSeconds, sequence: sequence++ }
    last = last
      .then(() => whenAvailable(context.stopping, () => store(context, key, update)))
      .catch((error: unknown) =>
        context.log.error({ error, externalId }, 'the status of a SIP call could not be stored'),
      )
  }
}
