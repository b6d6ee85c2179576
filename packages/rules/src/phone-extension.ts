// The extension of a phone number: the keys that are pressed after the answer of a call.

/** The carrier takes up to 32 keys and pauses. */
const maxLength = 32
/** So that the answer is over before the first key. */
const pauseBeforeKeys = 'ww'
/** Two seconds, as on mobile phones. */
const comma = 'wwww'

/** Keys of a telephone, `w` for pauses of half a second, and commas for pauses of two seconds. */
export const isExtension = (text: string): boolean =>
  /^[\dw,*#]{1,30}$/.test(text) && /[\d*#]/.test(text) && keysToSend(text).length <= maxLength

/** An extension as `isExtension` accepts it, from one as phones store it: `p` is a pause, and `;` waits for the person. */
export const normalizeExtension = (written: string): string => written.toLowerCase().replace(/[;p]/g, ',')

/** The keys that the carrier sends after the answer, with `w` for pauses. */
export const keysToSend = (extension: string): string =>
  `${/^[w,]/.test(extension) ? '' : pauseBeforeKeys}${extension.replaceAll(',', comma)}`
