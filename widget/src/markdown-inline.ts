// Reads emphasis, code and links within a text of Markdown, in linear time. HTML is text.
import { splitLinks } from './links.ts'

export type Inline =
  | string
  | { kind: 'strong' | 'em' | 'del'; parts: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; parts: Inline[] }

/** Deeper emphasis is text. */
const maxDepth = 6
/** How many marks are looked at for the end of an emphasis. */
const maxTries = 20
const maxLabel = 500
const maxAddress = 2_000
/** Brackets within an address. */
const maxPairs = 5

const word = /[\p{L}\p{N}]/u
const escapable = /[\\`*_{}[\]()#+.!~|<>-]/
/** Only addresses that cannot run anything become links. */
const safeAddress = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i
const kinds = { '*': 'em', _: 'em', '**': 'strong', __: 'strong', '~~': 'del' } as const
type Mark = keyof typeof kinds

const isBalanced = (address: string): boolean => address.split('(').length === address.split(')').length

export function readInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = []
  /** From these places on, there is no such mark. */
  const missing = new Map<string, number>()
  let plain = ''
  let at = 0
  while (at < text.length) {
    const found = depth < maxDepth ? (codeAt(at) ?? linkAt(at) ?? emphasisAt(at)) : undefined
    if (found) {
      addPlain()
      parts.push(...found.parts)
      at = found.end
    } else {
      const length = literalLength(at)
      plain += text[at] === '\\' && length === 2 ? text[at + 1]! : text.slice(at, at + length)
      at += length
    }
  }
  addPlain()
  return parts

  function addPlain(): void {
    for (const { text: part, href } of splitLinks(plain.replace(/<br ?\/?>/gi, '\n')))
      parts.push(href === undefined ? part : { kind: 'link', href, parts: [part] })
    plain = ''
  }

  /** Escaped characters, and addresses with their underscores and stars, are no marks. */
  function literalLength(index: number): number {
    const character = text[index]!
    if (character === '\\') return escapable.test(text[index + 1] ?? '') ? 2 : 1
    if (/[hw]/i.test(character)) {
      const address = /^(?:https?:\/\/|www\.)[^\s<>"*\])]+/i.exec(text.slice(index, index + maxAddress))
      if (address && !word.test(text[index - 1] ?? '')) return address[0].length
    }
    return markAt(index)?.length ?? 1
  }

  function find(mark: string, from: number): number {
    if ((missing.get(mark) ?? text.length) <= from) return -1
    const found = text.indexOf(mark, from)
    if (found < 0) missing.set(mark, from)
    return found
  }

  function codeAt(index: number): { parts: Inline[]; end: number } | undefined {
    if (text[index] !== '`') return undefined
    const mark = /^`+/.exec(text.slice(index, index + 10))![0]
    const end = find(mark, index + mark.length)
    if (end < 0) return undefined
    return { parts: [{ kind: 'code', text: text.slice(index + mark.length, end).trim() }], end: end + mark.length }
  }

  /** A picture is a link to it. A link to another protocol is its text. */
  function linkAt(index: number): { parts: Inline[]; end: number } | undefined {
    const begin = index + (text[index] === '!' ? 2 : 1)
    if (text[begin - 1] !== '[') return undefined
    const middle = text.slice(begin, begin + maxLabel).indexOf('](')
    const label = text.slice(begin, begin + middle)
    if (middle < 0 || /[[\]]/.test(label)) return undefined
    const from = begin + middle + 2
    const target = text.slice(from, from + maxAddress)
    let end = target.indexOf(')')
    for (let pairs = 0; end > 0 && pairs < maxPairs && !isBalanced(target.slice(0, end)); pairs++)
      end = target.indexOf(')', end + 1)
    if (end < 0) return undefined
    const [href = ''] = target.slice(0, end).trim().split(/\s/, 1)
    const parts = readInline(label || href, maxDepth - 1)
    return { parts: safeAddress.test(href) ? [{ kind: 'link', href, parts }] : parts, end: from + end + 1 }
  }

  function markAt(index: number): Mark | undefined {
    const two = text.slice(index, index + 2)
    return [two, two.slice(0, 1)].find((mark): mark is Mark => Object.hasOwn(kinds, mark))
  }

  function emphasisAt(index: number): { parts: Inline[]; end: number } | undefined {
    const mark = markAt(index)
    const end = mark === undefined ? -1 : closingOf(mark, index)
    if (mark === undefined || end < 0) return undefined
    const parts = readInline(text.slice(index + mark.length, end), depth + 1)
    return { parts: [{ kind: kinds[mark], parts }], end: end + mark.length }
  }

  /** Emphasis begins and ends at words: `5 * 3`, `2*3*4` and `snake_case` have none. */
  function closingOf(mark: Mark, index: number): number {
    const begin = index + mark.length
    const [before = '', first = ' '] = [text[index - 1], text[begin]]
    const isBold = mark === '**'
    if (/\s/.test(first) || (isBold ? /\d/.test(before) && /\d/.test(first) : word.test(before))) return -1
    let end = find(mark, begin + 1)
    for (let tries = 0; end > 0 && tries < maxTries; tries++, end = find(mark, end + 1)) {
      const [last = '', after = ''] = [text[end - 1], text[end + mark.length]]
      const isOther = mark.length === 1 && (after === mark || last === mark)
      if (isOther || /\s/.test(last) || (!isBold && word.test(after))) continue
      // Of three stars, the first one ends what is within.
      return mark.length === 2 && after === mark[0] && text[end + 3] !== after ? end + 1 : end
    }
    return -1
  }
}
