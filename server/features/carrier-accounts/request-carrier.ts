// Converts errors of the carrier to refusals of the contract.
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Refuses with `CARRIER_UNAVAILABLE` or, with the error code of the carrier, `PROVIDER_ERROR_{code}`. */
export async function requestCarrier<R>(request: () => Promise<R>): Promise<R> {
  try {
    return await request()
  } catch (error) {
    throw error instanceof OutsideError ? refusalFor(error) : error
  }
}

export function refusalFor({ code, message, retryable }: OutsideError): Refusal {
  if (code === 'unauthorised')
    return new Refusal('CARRIER_UNAVAILABLE', 'The carrier does not accept the credentials of the carrier account.')
  if (isCarrierRejection({ code, retryable })) return new Refusal(`PROVIDER_ERROR_${code}`, message)
  return new Refusal('CARRIER_UNAVAILABLE')
}

/** The carrier rejected the request, did nothing, and would reject it again. */
export const isCarrierRejection = ({ code, retryable }: Pick<OutsideError, 'code' | 'retryable'>): boolean =>
  !retryable && /^\d+$/.test(code)
