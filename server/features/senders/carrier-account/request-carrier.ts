// Asking the carrier on a caller's behalf: its failures become refusals that the contract names.
import { OutsideError } from '#server/platform/outside-error.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Refuses with `CARRIER_UNAVAILABLE` or, with the carrier's number, `PROVIDER_ERROR_{code}`. */
export async function requestCarrier<R>(ask: () => Promise<R>): Promise<R> {
  try {
    return await ask()
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

/** The carrier understood and said no: nothing was done, and the same request would be refused again. */
export const isCarrierRejection = ({ code, retryable }: Pick<OutsideError, 'code' | 'retryable'>): boolean =>
  !retryable && /^\d+$/.test(code)
