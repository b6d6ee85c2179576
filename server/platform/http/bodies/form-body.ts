// Reads form-encoded bodies: those of endpoints whose fields are all scalars, and those of callbacks.
// https://url.spec.whatwg.org/#application/x-www-form-urlencoded
import { isUtf8 } from 'node:buffer'
import { UnreadableBody } from './json-body.ts'

export const maxFormFields = 1000

/** If a field is repeated, the last value wins, as in a query string. */
export function readFormBody(bytes: Buffer): Record<string, string> {
  const text = bytes.toString()
  if (!isUtf8(bytes) || !decodesToUtf8(text)) throw new UnreadableBody('The request body is not valid UTF-8.')
  if (hasTooManyFields(text)) throw new UnreadableBody(`The request body has more than ${maxFormFields} fields.`)
  const form: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) form[name] = value
  return form
}

/** A percent sign without two hexadecimal digits is a literal percent sign. */
function decodesToUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

export function hasTooManyFields(form: string): boolean {
  let fields = 1
  for (let at = form.indexOf('&'); at >= 0 && fields <= maxFormFields; at = form.indexOf('&', at + 1)) fields++
  return fields > maxFormFields
}

/** A repeated name has several values. */
export type Form = Readonly<Record<string, string | readonly string[]>>

/** Converts a form to a record, in which repeated names are lists. */
export function formOf(entries: Iterable<[string, string]>): Record<string, string | string[]> {
  const form: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of entries) {
    const before = form[name]
    if (Array.isArray(before)) before.push(value)
    else form[name] = before === undefined ? value : [before, value]
  }
  return form
}
