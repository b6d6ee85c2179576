// Reads what a page says to search engines: its description, and the business in its schema.org data (JSON-LD).
import { type Element, isText } from 'domhandler'
import { cleanText } from '../clean-text.ts'
import { decodeEntities } from '../text/decode-entities.ts'

/** https://schema.org/LocalBusiness */
export interface Business {
  name: string | null
  phone: string | null
  address: string | null
  /** At most 20. Days are 0 for Monday to 6 for Sunday, times are `HH:MM`. */
  hours: OpeningHours[]
}

export interface OpeningHours {
  days: number[]
  opens: string
  closes: string
}

const maxScripts = 20
const maxScriptCharacters = 200_000
const maxNodes = 2_000
const maxHours = 20
const maxCharacters = { name: 200, phone: 40, address: 200, description: 500 }

const dayNames = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

export function descriptionOf(elements: readonly Element[]): string | null {
  const content = (attribute: string, value: string) =>
    elements.find(({ name, attribs }) => name === 'meta' && attribs[attribute]?.toLowerCase() === value)?.attribs[
      'content'
    ]
  return lineOf(content('name', 'description') ?? content('property', 'og:description'), maxCharacters.description)
}

/** Returns null if the page describes no business. */
export function businessOf(elements: readonly Element[]): Business | null {
  const nodes = elements
    .filter(({ name, attribs }) => name === 'script' && /^application\/ld\+json\b/i.test(attribs['type']?.trim() ?? ''))
    .slice(0, maxScripts)
    .flatMap(({ children }) => nodesOf(children.map((child) => (isText(child) ? child.data : '')).join('')))
  const found = nodes.map(describe).toSorted((a, b) => knownOf(b) - knownOf(a))[0]
  return found !== undefined && knownOf(found) > 0 ? found : null
}

type Node = Record<string, unknown>

/** Systems that were made for older browsers hide scripts in a comment or a CDATA section. */
function withoutWrapper(script: string): string {
  const opened = /<!(?:--|\[CDATA\[)/.exec(script.slice(0, Math.max(script.indexOf('{'), 0)))
  if (!opened) return script
  const [hidden = ''] = script.slice(opened.index + opened[0].length).split(/-->|\]\]>/, 1)
  return hidden.slice(hidden.search(/[{[]/), Math.max(hidden.lastIndexOf('}'), hidden.lastIndexOf(']')) + 1)
}

/** All objects in a script, the outer ones first. A script that is not JSON has none. */
function nodesOf(script: string): Node[] {
  if (script.length > maxScriptCharacters) return []
  let root: unknown
  try {
    root = JSON.parse(withoutWrapper(script))
  } catch {
    return []
  }
  const nodes: Node[] = []
  const queue = [root]
  for (let index = 0; index < queue.length && index < maxNodes; index++) {
    const value = queue[index]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) nodes.push(value as Node)
    for (const inner of Object.values(value))
      if (typeof inner === 'object' && queue.length < maxNodes) queue.push(inner)
  }
  return nodes
}

function describe(node: Node): Business {
  return {
    name: lineOf(node['name'], maxCharacters.name),
    phone: lineOf(node['telephone'], maxCharacters.phone),
    address: addressOf(node['address']),
    hours: [...specifiedHours(node['openingHoursSpecification']), ...writtenHours(node['openingHours'])].slice(
      0,
      maxHours,
    ),
  }
}

/** A name alone can be that of anything. */
const knownOf = ({ phone, address, hours }: Business): number =>
  [phone !== null, address !== null, hours.length > 0].filter(Boolean).length

function addressOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return lineOf(value, maxCharacters.address)
  const given = (Array.isArray(value) ? (value[0] as unknown) : value) as Node | null
  if (typeof given !== 'object' || given === null) return lineOf(given, maxCharacters.address)
  const part = (name: string) => lineOf(given[name], maxCharacters.address)
  const town = [part('postalCode'), part('addressLocality')].filter((text) => text !== null).join(' ')
  return lineOf([part('streetAddress'), town].filter(Boolean).join(', '), maxCharacters.address)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxHours) : [value])

function specifiedHours(value: unknown): OpeningHours[] {
  return listOf(value).flatMap((each) => {
    if (typeof each !== 'object' || each === null) return []
    const { dayOfWeek, opens, closes, validFrom, validThrough } = each as Node
    // Those of holidays and seasons.
    if (validFrom || validThrough) return []
    const days = listOf(dayOfWeek).flatMap((day) => {
      const name = typeof day === 'object' && day !== null ? (day as Node)['@id'] : day
      const index = typeof name === 'string' ? dayNames.indexOf(nameOf(name.slice(0, 100))) : -1
      return index < 0 ? [] : [index]
    })
    return hoursOf(days, opens, closes)
  })
}

/** `https://schema.org/Monday`, `Monday` and `Mo` are the same day. */
const nameOf = (day: string): string => day.slice(day.lastIndexOf('/') + 1, day.lastIndexOf('/') + 3).toLowerCase()

/** Such as `Mo-Fr 09:00-17:00` and `Tu,Th 16:00-20:00`. */
function writtenHours(value: unknown): OpeningHours[] {
  return listOf(value).flatMap((text) => {
    if (typeof text !== 'string') return []
    const [, names, opens, closes] =
      /^([A-Za-z,\- ]{2,60}?) ?(\d\d:\d\d) ?- ?(\d\d:\d\d)$/.exec(text.slice(0, 100)) ?? []
    return names === undefined ? [] : hoursOf(names.split(',').flatMap(daysBetween), opens, closes)
  })
}

function daysBetween(range: string): number[] {
  const [first = -1, last = first] = range.split('-').map((day) => dayNames.indexOf(nameOf(day.trim())))
  if (first < 0 || last < 0) return []
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7)
}

function hoursOf(days: number[], opens: unknown, closes: unknown): OpeningHours[] {
  const time = (value: unknown) => (typeof value === 'string' ? /^\d\d:\d\d/.exec(value)?.[0] : undefined)
  const [from, to] = [time(opens), time(closes)]
  if (days.length === 0 || from === undefined || to === undefined || from === to) return []
  return [{ days: [...new Set(days)].toSorted(), opens: from, closes: to }]
}

function lineOf(value: unknown, maxLength: number): string | null {
  const text: unknown = Array.isArray(value) ? value[0] : value
  if (typeof text !== 'string') return null
  const line = cleanText(decodeEntities(text.slice(0, 4 * maxLength)))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
  return line === '' ? null : line
}
