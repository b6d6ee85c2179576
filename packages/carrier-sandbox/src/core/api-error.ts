// An error response of the API, by error code.
import { errorCodes } from './error-codes-data.ts'

export const errorPages = 'https://www.twilio.com/docs/errors'

export class ApiError extends Error {
  readonly code: number
  readonly status: number

  /** Codes that Twilio reports by callback have status 400 here. */
  constructor(code: number, message?: string) {
    const known = errorCodes[code]
    super(message ?? known?.message ?? `Error ${code}`)
    this.code = code
    this.status = known?.at === 'request' ? known.status : 400
  }

  body(): Record<string, unknown> {
    const more_info = `${errorPages}/${this.code}`
    return { code: this.code, message: this.message, more_info, status: this.status }
  }
}

export function errorMessage(code: number | null): string | null {
  return code === null ? null : (errorCodes[code]?.message ?? `Error ${code}`)
}
