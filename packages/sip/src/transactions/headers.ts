// Changes lists of header fields without changing the originals.
import type { Header } from '../message/index.ts'

/** Replaces all values of a header by one, at the place of the first; a new header is added at the end. */
export function withHeader(headers: readonly Header[], name: string, value: string): Header[] {
  const index = headers.findIndex(([candidate]) => candidate === name)
  if (index < 0) return [...headers, [name, value]]
  return headers.filter(([candidate], at) => candidate !== name || at === index).with(index, [name, value])
}

export const withoutHeaders = (headers: readonly Header[], ...names: readonly string[]): Header[] =>
  headers.filter(([name]) => !names.includes(name))

/** The values of a header that lists tokens, in lower case. */
export const tokensOf = (headers: readonly Header[], name: string): string[] =>
  headers.filter(([candidate]) => candidate === name).map(([, value]) => value.trim().toLowerCase())
