// Reads a phone number with the keys that are pressed after the answer, for an extension or a menu.
import { isE164 } from './e164.ts'

export interface TransferNumber {
  /** E.164. */
  phoneNumber: string
  /** 0–9, `*` and `#`; `w` waits half a second. */
  digits: string
}

/** What a carrier takes. */
const maxDigits = 32
/** Two seconds, as on a phone; also the time for a switchboard to answer before an extension. */
const pause = 'wwww'

/** Lets the API say what is accepted: `+12025550123x1234`, `+12025550123,,1234#`. */
export const transferNumberForm =
  /^\+[1-9]\d{6,14}(?: ?(?:[xX]|[eE]xt\.?|[eE]xtension|;ext=) ?\d{1,12}#?|[,;pPwW][0-9*#,;pPwW]{1,31})?$/
export const sendDigitsForm = /^[0-9*#,;pPwW]{1,32}$/

/** Undefined if it is no phone number in E.164 format, or the keys and pauses are too many. */
export function readTransferNumber(written: string): TransferNumber | undefined {
  if (isE164(written)) return { phoneNumber: written, digits: '' }
  if (!transferNumberForm.test(written)) return undefined
  const phoneNumber = /^\+\d+/.exec(written)![0]
  const suffix = written.slice(phoneNumber.length)
  const isExtension = /^(?: |x|e|;e)/i.test(suffix)
  const digits = isExtension ? digitsOfExtension(suffix.replace(/[^\d#]/g, '')) : readSendDigits(suffix)
  return digits === undefined ? undefined : { phoneNumber, digits }
}

export const digitsOfExtension = (extension: string): string => `${pause}${extension}`

/** Undefined without keys, or if they and the pauses are too many. */
export function readSendDigits(written: string): string | undefined {
  const digits = written.replace(/[,;pP]/g, pause).replaceAll('W', 'ww')
  return sendDigitsForm.test(written) && /[0-9*#]/.test(digits) && digits.length <= maxDigits ? digits : undefined
}
