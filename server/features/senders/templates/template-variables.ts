// Fills the placeholders of a template and rejects values that the channel does not accept.
import { fillPlaceholders, type Placeholder } from './placeholders.ts'
import type { Template } from './template.ts'

export type FilledTemplate =
  /** `variables` are by key. `text` is the body as the recipient reads it. */
  { ok: true; variables: Record<string, string>; text: string } | { ok: false; mismatch: string }

const maxValueLength = 1600

/**
 * `given` maps keys (`1`) or names of placeholders to values. Every placeholder needs a value, because the carrier would
 * fill a missing one with its sample.
 */
export function fillTemplate(
  { bodyText, placeholders }: Pick<Template, 'bodyText' | 'placeholders'>,
  samples: Readonly<Record<string, unknown>> = {},
): FilledTemplate {
  const values = new Map<string, string>()
  const faults: string[] = []
  for (const [label, value] of Object.entries(samples)) {
    const placeholder = findPlaceholder(placeholders, label)
    const fault = placeholder ? faultOf(value) : 'is not a variable of this template'
    if (fault !== undefined) faults.push(`${quote(label)} ${fault}`)
    else if (values.has(placeholder!.key)) faults.push(`${quote(label)} is given twice, by number and by name`)
    if (placeholder) values.set(placeholder.key, typeof value === 'string' ? value : '')
  }
  for (const placeholder of placeholders)
    if (!values.has(placeholder.key)) faults.push(`${labelOf(placeholder)} is missing`)
  if (faults.length > 0) return { ok: false, mismatch: describeMismatch(faults) }
  const variables = Object.fromEntries(placeholders.map(({ key }) => [key, values.get(key)!]))
  return { ok: true, variables, text: fillPlaceholders(bodyText, values) }
}

const findPlaceholder = (placeholders: readonly Placeholder[], label: string): Placeholder | undefined =>
  placeholders.find(({ key }) => key === label) ?? placeholders.find(({ name }) => name === label)

function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string'
  if (value.trim() === '') return 'may not be empty'
  if (value.length > maxValueLength) return `may not be greater than ${maxValueLength} characters`
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(value)) return 'may not contain a line break'
  if (value.includes('\t')) return 'may not contain a tab'
  if (/ {5}/.test(value)) return 'may not contain more than four spaces in a row'
  return undefined
}

const maxLabelLength = 64
const maxFaults = 5

function describeMismatch(faults: readonly string[]): string {
  const more = faults.length - maxFaults
  const shown = faults.slice(0, maxFaults).join('; ')
  return `Template variables do not match: ${shown}${more > 0 ? `; and ${more} more` : ''}.`
}

const quote = (label: string): string =>
  `"${label.length > maxLabelLength ? `${label.slice(0, maxLabelLength).toWellFormed()}…` : label}"`

const labelOf = ({ key, name }: Placeholder): string => (name === key ? quote(key) : `${quote(key)} (${name})`)
