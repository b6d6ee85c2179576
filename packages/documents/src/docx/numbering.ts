// Computes the numbers that Word writes in front of headings, clauses and list items.
import { formatNumber, lettersOfWord, type NumberFormat } from '../list-number.ts'
import type { Styles } from './styles.ts'
import { attributeOf, integerOf, type Properties, type Token, tokensOf } from './word-xml.ts'

/** The levels of a list, from 0. */
interface Level {
  start?: number
  format?: string
  /** `%1.%2`: the numbers of the levels and the characters around them. */
  text?: string
  /** The level, from 1, after which this one begins again; with 0, it never does. */
  restart?: number
  /** All numbers are in digits. */
  isLegal?: boolean
  style?: string
}

interface Definition {
  levels: Map<number, Level>
  /** The numbering style that defines the levels. */
  styleLink?: string
}

interface Numbering {
  definition: number
  overrides: Map<number, Level>
}

export interface Numbers {
  /** Counts a paragraph. Returns its number; undefined if it has none or a bullet, empty if nothing is written. */
  next(properties: Properties): string | undefined
}

const maxLevel = 8
const maxDefinitions = 5_000
const formats: Record<string, NumberFormat> = {
  lowerLetter: 'lowerLetter',
  upperLetter: 'upperLetter',
  lowerRoman: 'lowerRoman',
  upperRoman: 'upperRoman',
}

export function readNumbering(xml: string, styles: Styles): () => Numbers {
  const { definitions, numberings } = parse(xml)

  function resolve(numberingId: number): { key: number; levels: Map<number, Level>; numbering: Numbering } | undefined {
    const numbering = numberings.get(numberingId)
    const definition = numbering && definitions.get(numbering.definition)
    if (!definition) return undefined
    const linked = definition.styleLink && styles.propertiesOf(definition.styleLink).numberingId
    const target = linked ? numberings.get(linked) : undefined
    const levels = (target && definitions.get(target.definition)?.levels) ?? definition.levels
    return { key: numbering.definition, levels, numbering }
  }

  return () => {
    /** The current number of each level, by definition. Lists of the same definition continue each other. */
    const counters = new Map<number, (number | undefined)[]>()
    const begun = new Set<string>()

    function next(own: Properties): string | undefined {
      const inherited = styles.propertiesOf(own.style)
      const numberingId = own.numberingId ?? inherited.numberingId
      const found = numberingId ? resolve(numberingId) : undefined
      if (!found) return undefined
      const { key, levels, numbering } = found
      const ofStyle = () => levels.entries().find(([, { style }]) => style !== undefined && style === own.style)?.[0]
      const stated = own.level ?? (own.numberingId === undefined ? (inherited.level ?? ofStyle()) : undefined) ?? 0
      const level = Math.min(Math.max(stated, 0), maxLevel)
      const settingsOf = (at: number): Level => ({ ...levels.get(at), ...numbering.overrides.get(at) })
      const counts = counters.get(key) ?? []
      counters.set(key, counts)

      const overridden = numbering.overrides.get(level)?.start
      const isFirst = !begun.has(`${numberingId} ${level}`)
      begun.add(`${numberingId} ${level}`)
      if (isFirst && overridden !== undefined) counts[level] = overridden
      else counts[level] = counts[level] === undefined ? (settingsOf(level).start ?? 1) : counts[level] + 1
      for (let upper = 0; upper < level; upper++) counts[upper] ??= settingsOf(upper).start ?? 1
      for (let lower = level + 1; lower <= maxLevel; lower++) {
        const { restart } = settingsOf(lower)
        if (restart === undefined || level < restart) counts[lower] = undefined
      }
      const { format, text = '', isLegal } = settingsOf(level)
      if (format === 'bullet') return undefined
      return text
        .replace(/%([1-9])/g, (_, digit: string) => {
          const at = Number(digit) - 1
          const { format: written, start } = settingsOf(at)
          return write(counts[at] ?? start ?? 1, isLegal ? 'decimal' : written)
        })
        .trim()
    }
    return { next }
  }
}

function write(number: number, format: string | undefined): string {
  if (format === 'none' || format === 'bullet') return ''
  if (format === 'decimalZero') return String(number).padStart(2, '0')
  if (format === 'ordinal') return `${number}${ordinalEnding(number)}`
  return formatNumber(number, formats[format ?? ''] ?? 'decimal', lettersOfWord)
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinalEnding = (number: number): string => endings[ordinals.select(number)] ?? 'th'

function parse(xml: string) {
  const definitions = new Map<number, Definition>()
  const numberings = new Map<number, Numbering>()
  let definition: Definition | undefined
  let numbering: Numbering | undefined
  let level: Level | undefined
  for (const token of tokensOf(xml)) {
    const { name, kind } = token
    if (name === undefined || kind === 'close') continue
    if (name === 'abstractNum') {
      definition = { levels: new Map() }
      numbering = undefined
      if (definitions.size < maxDefinitions) definitions.set(integerOf(token, 'abstractNumId') ?? -1, definition)
    } else if (name === 'num') {
      numbering = { definition: -1, overrides: new Map() }
      definition = undefined
      if (numberings.size < maxDefinitions) numberings.set(integerOf(token, 'numId') ?? -1, numbering)
    } else if (name === 'abstractNumId' && numbering) numbering.definition = integerOf(token) ?? -1
    else if (name === 'numStyleLink' && definition) definition.styleLink = attributeOf(token) ?? ''
    else if (name === 'lvlOverride' || name === 'lvl') {
      const levels = definition?.levels ?? numbering?.overrides
      const at = integerOf(token, 'ilvl') ?? 0
      level = levels?.get(at) ?? {}
      levels?.set(at, level)
    } else if (level) readLevel(level, token)
  }
  return { definitions, numberings }
}

function readLevel(level: Level, token: Token): void {
  const { name } = token
  const number = integerOf(token)
  const value = attributeOf(token)
  if (name === 'start' || name === 'startOverride') level.start = name === 'start' ? (level.start ?? number!) : number!
  else if (name === 'numFmt') level.format = value!
  else if (name === 'lvlText') level.text = value!
  else if (name === 'lvlRestart') level.restart = number!
  else if (name === 'isLgl') level.isLegal = true
  else if (name === 'pStyle') level.style = value!
}
