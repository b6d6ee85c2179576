// Separates a phone number from its extension: the keys that are pressed after the answer.

/** The carrier takes up to 32 keys and pauses. */
const maxLength = 32
/** So that the answer is over before the first key. */
const pauseBeforeKeys = 'ww'
/** Two seconds, as on mobile phones. */
const comma = 'wwww'

/** Keys of a telephone, `w` for pauses of half a second, and commas for pauses of two seconds. */
export const isExtension = (keys: string): boolean =>
  /^[\dw,*#]{1,30}$/.test(keys) && /[\d*#]/.test(keys) && keysToSend(keys).length <= maxLength

/** The keys that the carrier sends after the answer, with `w` for pauses. */
export const keysToSend = (extension: string): string =>
  `${/^[w,]/.test(extension) ? '' : pauseBeforeKeys}${extension.replaceAll(',', comma)}`

const words =
  'extension|extensi\u00f3n|extens\u00e3o|extn|ext|x|durchwahl|dw|nebenstelle|nst|apparat|app|klappe|poste|interno|int|anexo|anx|ramal|\u0434\u043e\u0431'
const named = new RegExp(`^(?:(?:${words})[ .:=#]{0,3}|#|;ext=)(?<keys>[\\d*#][\\d*#,;pw ]*)$`, 'i')
/** A comma is a pause, a semicolon waits for the person who dials. */
const paused = /^(?<keys>[,;pw][,;pw ]{0,20}[\d*#][\d*#,;pw ]*)$/i

/** `extension` is null if there is none. Undefined if the text behind the number is no extension. */
export function splitExtension(written: string): { number: string; extension: string | null } | undefined {
  const text = written.replace(/[\s.,;]+$/, '')
  const at = text.search(/[^\d\s+()[\]./-]/)
  if (at < 0) return { number: text, extension: null }
  const number = text.slice(0, at).replace(/[\s([.-]+$/, '')
  const rest = text
    .slice(at)
    .replace(/[)\]]$/, '')
    .trim()
  const keys = (named.exec(rest) ?? paused.exec(rest))?.groups?.['keys']
  if (keys === undefined) return undefined
  const extension = keys.toLowerCase().replace(/[;p]/g, ',').replaceAll(' ', '')
  return isExtension(extension) ? { number, extension } : undefined
}
