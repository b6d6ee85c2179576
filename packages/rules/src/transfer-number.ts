// Reads who a call is transferred to: a telephone, or a phone number with keys that are pressed after the answer.
import { isE164 } from './e164.ts'
import { isExtension, keysToSend, normalizeExtension } from './phone-extension.ts'

export interface TransferNumber {
  /** E.164, or the extension of a telephone of the account. */
  phoneNumber: string
  /** As the carrier sends them after the answer, with `w` for pauses of half a second. Empty if there are none. */
  keys: string
}

/** The extension of a telephone that registers here. */
export const telephoneForm = /^\d{2,6}$/
export const isTelephone = (written: string): boolean => telephoneForm.test(written)

/** Lets the API say what is accepted: `101`, `+12025550123x1234`, `+12025550123,,1234#`. */
export const transferNumberForm =
  /^(?:\d{2,6}|\+[1-9]\d{6,14}(?: ?(?:[xX]|[eE]xt\.?|[eE]xtension|;ext=) ?\d{1,12}#?|[,;pPwW][0-9*#,;pPwW]{1,29})?)$/
export const extensionForm = /^[0-9*#,;pPwW]{1,30}$/

/** Undefined if it is neither an extension nor a phone number in E.164 format, or the keys and pauses are too many. */
export function readTransferNumber(written: string): TransferNumber | undefined {
  if (isE164(written) || isTelephone(written)) return { phoneNumber: written, keys: '' }
  if (!transferNumberForm.test(written)) return undefined
  const phoneNumber = /^\+\d+/.exec(written)![0]
  const keys = readExtension(written.slice(phoneNumber.length).replace(/^ ?(?:;ext=|extension|ext\.?|x) ?/i, ''))
  return keys === undefined ? undefined : { phoneNumber, keys }
}

/** The keys that the carrier sends. Undefined without keys, or if they and the pauses are too many. */
export function readExtension(written: string): string | undefined {
  const extension = normalizeExtension(written.replaceAll('W', 'ww'))
  return isExtension(extension) ? keysToSend(extension) : undefined
}
