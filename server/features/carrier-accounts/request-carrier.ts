// Converts errors of the carrier to refusals of the contract.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { FailureReason } from '#server/ports/carrier.ts'

/** A refusal that the carrier gave. `reason` says what it means, whatever its code is. */
export class CarrierRefusal extends Refusal {
  readonly reason: FailureReason

  constructor(code: string, message: string, reason: FailureReason) {
    super(code, message)
    this.reason = reason
  }
}

/** Refuses with `CARRIER_UNAVAILABLE` or, with the error code of the carrier, `PROVIDER_ERROR_{code}`. */
export async function requestCarrier<R>(request: () => Promise<R>): Promise<R> {
  try {
    return await request()
  } catch (error) {
    throw error instanceof CarrierError ? refusalFor(error) : error
  }
}

export function refusalFor(error: CarrierError): Refusal {
  const { reason, message, providerCode } = error
  if (reason === 'unauthorized')
    return new Refusal('CARRIER_UNAVAILABLE', 'The carrier does not accept the credentials of the carrier account.')
  if (isCarrierRejection(error)) return new CarrierRefusal(`PROVIDER_ERROR_${providerCode}`, message, reason!)
  return new Refusal('CARRIER_UNAVAILABLE')
}

/** The carrier rejected the request for a reason of its own, did nothing, and would reject it again. */
export const isCarrierRejection = ({ reason, providerCode, retryable }: CarrierError): boolean =>
  reason !== null && reason !== 'unauthorized' && providerCode !== null && !retryable
