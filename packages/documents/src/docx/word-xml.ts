// Reads the XML of Word documents as a sequence of tags and texts, in linear time.
import { decodeEntities } from '../text/decode-entities.ts'

export interface Token {
  /** As it is written. */
  raw: string
  /** The name without its prefix; undefined for text and for elements of other namespaces. */
  name?: string
  kind: 'open' | 'close' | 'empty' | 'text'
}

/** The transitional and the strict namespace. */
const namespace =
  /\sxmlns:([\w-]{1,40})\s*=\s*["'](?:http:\/\/schemas\.openxmlformats\.org\/wordprocessingml\/2006\/main|http:\/\/purl\.oclc\.org\/ooxml\/wordprocessingml\/main)["']/
const headCharacters = 20_000

/** Comments are left out. Elements of Word have the prefix that the file declares first. */
export function* tokensOf(xml: string): Generator<Token> {
  const prefix = `${namespace.exec(xml.slice(0, headCharacters))?.[1] ?? 'w'}:`
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at)
    const textEnd = start < 0 ? xml.length : start
    if (textEnd > at) yield { raw: xml.slice(at, textEnd), kind: 'text' }
    if (start < 0) return
    const [isComment, isData] = [xml.startsWith('<!--', start), xml.startsWith('<![CDATA[', start)]
    const mark = isComment ? '-->' : isData ? ']]>' : '>'
    const found = xml.indexOf(mark, start)
    at = found < 0 ? xml.length : found + mark.length
    const raw = xml.slice(start, at)
    if (isData) yield { raw, kind: 'text' }
    else if (!isComment) yield tagOf(raw, prefix)
  }
}

function tagOf(raw: string, prefix: string): Token {
  const isClose = raw[1] === '/'
  const from = isClose ? 2 : 1
  const kind = isClose ? 'close' : raw.endsWith('/>') ? 'empty' : 'open'
  if (!raw.startsWith(prefix, from)) return { raw, kind }
  const name = /^[\w.-]{1,60}/.exec(raw.slice(from + prefix.length, from + prefix.length + 60))?.[0]
  return name === undefined ? { raw, kind } : { raw, kind, name }
}

/** The value of the attribute `val`, or of another one. */
export function attributeOf({ raw }: Token, attribute = 'val'): string | undefined {
  const start = raw.indexOf(`:${attribute}=`)
  if (start < 0) return undefined
  const quote = raw[start + attribute.length + 2]!
  const from = start + attribute.length + 3
  const end = raw.indexOf(quote, from)
  return end < 0 ? undefined : decodeEntities(raw.slice(from, end))
}

export function integerOf(token: Token, attribute?: string): number | undefined {
  const text = attributeOf(token, attribute) ?? ''
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** A property without a value is on. */
export const isOn = (token: Token): boolean => !['0', 'false', 'off', 'none'].includes(attributeOf(token) ?? '')

export const encode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The properties of a paragraph or of a run. Undefined if they are not stated. */
export interface Properties {
  style?: string
  numberingId?: number
  level?: number
  isHidden?: boolean
  isStruck?: boolean
  /** The mark at the end of the paragraph. */
  isMarkHidden?: boolean
  isMarkDeleted?: boolean
}

const toggles: Record<string, 'isHidden' | 'isStruck'> = {
  vanish: 'isHidden',
  webHidden: 'isHidden',
  strike: 'isStruck',
  dstrike: 'isStruck',
}

/** Collects the properties within an element. Those before a tracked change are left out. */
export class PropertyReader {
  readonly properties: Properties = {}
  /** The depth of the element that contains former properties, and of the mark of the paragraph. */
  #former = 0
  #inMark = false

  /** `isParagraph` tells that run properties are those of the mark. */
  take(token: Token, isParagraph: boolean): void {
    const { name, kind } = token
    if (name === undefined) return
    if (name.endsWith('Change')) this.#former += kind === 'open' ? 1 : kind === 'close' ? -1 : 0
    if (this.#former > 0) return
    if (name === 'rPr' && isParagraph) this.#inMark = kind === 'open'
    if (kind === 'close') return
    const { properties } = this
    const value = attributeOf(token)
    const toggle = toggles[name]
    if (name === 'pStyle' || name === 'rStyle') properties.style ??= value!
    else if (name === 'numId') properties.numberingId = integerOf(token) ?? 0
    else if (name === 'ilvl') properties.level = integerOf(token) ?? 0
    else if (name === 'del' && this.#inMark) properties.isMarkDeleted = true
    else if (toggle && this.#inMark) properties.isMarkHidden ||= toggle === 'isHidden' && isOn(token)
    else if (toggle) properties[toggle] = isOn(token) || (name !== 'strike' && properties[toggle] === true)
  }
}
