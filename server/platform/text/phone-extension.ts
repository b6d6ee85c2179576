// Separates a phone number from its extension.
import { isExtension, normalizeExtension } from '@parley/rules'
import { trimEnd } from './trim-end.ts'

const words: ReadonlySet<string> = new Set(
  (
    'press extension extensi\u00f3n extens\u00e3o extn ext x durchwahl dw nebenstelle nst apparat app klappe poste interno int ' +
    'anexo anx ramal \u0434\u043e\u0431'
  ).split(' '),
)
const named = /^[,;]? ?(?:(?<word>\p{L}{1,12})[ .:=#]{0,3}|#)(?<keys>[\d*#][\d*#,;pw ]*)$/iu
/** A comma is a pause, a semicolon waits for the person who dials. */
const paused = /^(?<keys>[,;pw][,;pw ]{0,20}[\d*#][\d*#,;pw ]*)$/i

/** `extension` is null if there is none. Undefined if the text behind the number is no extension. */
export function splitExtension(written: string): { number: string; extension: string | null } | undefined {
  const text = trimEnd(written, ' \n.,;')
  const at = text.search(/[^\d\s+()[\]./-]/)
  if (at < 0) return { number: text, extension: null }
  const number = trimEnd(text.slice(0, at), ' \n([.-')
  const rest = text
    .slice(at)
    .replace(/[)\]]$/, '')
    .trim()
  const { word = '', keys: namedKeys } = named.exec(rest)?.groups ?? {}
  const isNamed = word === '' || words.has(word.toLowerCase())
  const keys = isNamed && namedKeys !== undefined ? namedKeys : paused.exec(rest)?.groups?.['keys']
  if (keys === undefined) return undefined
  const extension = normalizeExtension(keys).replaceAll(' ', '')
  return isExtension(extension) ? { number, extension } : undefined
}
