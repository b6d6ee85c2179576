// What the carrier's API throws to refuse a request, by error number.
import { carrierCodes } from './carrier-codes-data.ts'

export class CarrierRefusal extends Error {
  readonly code: number
  readonly status: number

  /** A number that is known for callbacks only is refused with 400 all the same. */
  constructor(code: number, message?: string) {
    const known = carrierCodes[code]
    super(message ?? known?.message ?? `Error ${code}`)
    this.code = code
    this.status = known?.at === 'request' ? known.status : 400
  }

  body(): Record<string, unknown> {
    const more_info = `https://www.twilio.com/docs/errors/${this.code}`
    return { code: this.code, message: this.message, more_info, status: this.status }
  }
}

export function errorText(code: number | null): string | null {
  return code === null ? null : (carrierCodes[code]?.message ?? `Error ${code}`)
}
