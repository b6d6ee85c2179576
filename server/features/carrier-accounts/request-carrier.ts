// Converts errors of the carrier to refusals of the contract.
import { CarrierError, faultOf, isRejected } from '#server/platform/carriers/carrier-error.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { FailureReason } from '#server/ports/carrier.ts'
import type { Carrier, CarrierCapability } from '#server/ports/carriers.ts'

/** A refusal that the carrier gave. `reason` says what it means, whatever its code is. */
export class CarrierRefusal extends Refusal {
  readonly reason: FailureReason

  constructor(code: string, message: string, reason: FailureReason, details: Record<string, unknown> = {}) {
    super(code, message, details)
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
  if (reason === 'unauthorised')
    return new Refusal('CARRIER_UNAVAILABLE', 'The carrier does not accept the credentials of the carrier account.')
  if (isCarrierRejection(error)) return new CarrierRefusal(`PROVIDER_ERROR_${providerCode ?? reason}`, message, reason!)
  return new Refusal('CARRIER_UNAVAILABLE', reason === 'unsupported' ? message : undefined)
}

/** The carrier rejected the request for a reason of its own, did nothing, and would reject it again. */
export const isCarrierRejection = (error: CarrierError): boolean => isRejected(faultOf(error)) && !error.retryable

/** Throws a `CarrierError` if the carrier cannot do what follows. */
export function requireCapability({ label, capabilities }: Carrier, needed: CarrierCapability): void {
  if (capabilities.includes(needed)) return
  throw new CarrierError('refused', `${label} ${missing[needed]}.`, { reason: 'unsupported' })
}

const missing: Readonly<Record<CarrierCapability, string>> = {
  listsMessages: 'does not list messages',
  submitsTemplates: 'does not take templates',
  listsCalls: 'does not list calls',
  detectsMachines: 'does not detect answering machines',
  conferences: 'cannot connect two calls',
  sellsNumbers: 'does not sell phone numbers',
  routesNumbers: 'does not know where calls go',
  testsNumbers: 'does not test phone numbers',
  telephones: 'has no telephones',
}
