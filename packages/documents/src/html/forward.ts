// Finds the page that a page forwards to, and the pages that it consists of.
import { type Element, isText } from 'domhandler'
import { isWithin } from './elements.ts'

/** The delay is in seconds. The address is not resolved yet. */
export interface Refresh {
  address: string
  delay: number
}

const maxCharacters = 2_000

/** https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps */
export function parseRefresh(content: string): Refresh | undefined {
  if (content.length > maxCharacters) return undefined
  const [, digits, rest] = /^(\d{0,9})[\d.]{0,99}([;,\s].*)$/s.exec(content.trimStart()) ?? []
  if (digits === undefined || rest === undefined || !/^[\d.]/.test(content.trimStart())) return undefined
  const text = rest.replace(/^\s*[;,]?/, '').trim()
  const address = (/^url\s*=(.*)$/is.exec(text)?.[1] ?? text).trim()
  const quote = /^["']/.exec(address)?.[0]
  const bare = quote === undefined ? address : address.slice(1).split(quote, 1)[0]!.trim()
  return bare === '' ? undefined : { address: bare, delay: Number(digits) }
}

/** The first `meta` element that forwards. One for browsers without scripts counts only if there is no other one. */
export function findRefresh(elements: readonly Element[]): (Refresh & { isForNoScript: boolean }) | undefined {
  const found = elements
    .filter(({ name, attribs }) => name === 'meta' && /^\s*refresh\s*$/i.test(attribs['http-equiv'] ?? ''))
    .filter((element) => !isWithin(element, 'template'))
    .flatMap((element) => {
      const refresh = parseRefresh(element.attribs['content'] ?? '')
      return refresh ? [{ ...refresh, isForNoScript: isWithin(element, 'noscript') }] : []
    })
  return found.find(({ isForNoScript }) => !isForNoScript) ?? found[0]
}

const maxScriptCharacters = 3_000
const assignment =
  /\blocation(?:\.href)?\s{0,3}=\s{0,3}["']([^"'\s]{1,500})["']|\blocation\.(?:assign|replace)\(\s{0,3}["']([^"'\s]{1,500})["']/

/** The address in a short script that only forwards. */
export function findScriptedForward(elements: readonly Element[]): Refresh | undefined {
  const scripts = elements.filter(({ name }) => name === 'script').flatMap(({ children }) => children)
  const text = scripts.map((node) => (isText(node) ? node.data : '')).join('\n')
  const found = text.length > maxScriptCharacters ? null : assignment.exec(text)
  return found ? { address: (found[1] ?? found[2])!, delay: 0 } : undefined
}

const maxFrames = 5

/** Undefined addresses are left out. A frameset has no other content. */
export function findFrames(elements: readonly Element[]): { isFrameset: boolean; addresses: string[] } {
  const isFrameset = elements.some(({ name }) => name === 'frameset')
  const frames = elements.filter(({ name }) => name === (isFrameset ? 'frame' : 'iframe'))
  const addresses = frames
    .filter((frame) => isFrameset || !(isWithin(frame, 'noscript') || isTiny(frame)))
    .flatMap(({ attribs }) => attribs['src'] ?? [])
  return { isFrameset, addresses: [...new Set(addresses)].slice(0, maxFrames) }
}

const isTiny = ({ attribs }: Element): boolean =>
  /^[01](?:px)?$/.test(attribs['width'] ?? '') || /^[01](?:px)?$/.test(attribs['height'] ?? '') || 'hidden' in attribs
