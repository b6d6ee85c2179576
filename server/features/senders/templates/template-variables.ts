// Filling a template: every placeholder gets a value that the channel takes, or nothing is sent.
import { type Placeholder, putValues } from './placeholders.ts'
import type { Template } from './template.ts'

export type FilledTemplate =
  /** By key, as the carrier takes them; `text` is what the recipient reads. */
  { ok: true; variables: Record<string, string>; text: string } | { ok: false; mismatch: string }

const longestValue = 1600

/**
 * `given` is by key (`1`) or by the name that the template's list of variables shows, as a caller sent it; every fault
 * is named in one sentence. An omitted value would be filled by the carrier with the sample of the reviewers.
 */
export function fillTemplate(
  { bodyText, placeholders }: Pick<Template, 'bodyText' | 'placeholders'>,
  given: Readonly<Record<string, unknown>> = {},
): FilledTemplate {
  const values = new Map<string, string>()
  const faults: string[] = []
  for (const [label, value] of Object.entries(given)) {
    const placeholder = findPlaceholder(placeholders, label)
    const fault = placeholder ? faultOf(value) : 'is not a variable of this template'
    if (fault !== undefined) faults.push(`${quote(label)} ${fault}`)
    else if (values.has(placeholder!.key)) faults.push(`${quote(label)} is given twice, by number and by name`)
    if (placeholder) values.set(placeholder.key, typeof value === 'string' ? value : '')
  }
  for (const placeholder of placeholders)
    if (!values.has(placeholder.key)) faults.push(`${labelOf(placeholder)} is missing`)
  if (faults.length > 0) return { ok: false, mismatch: mismatch(faults) }
  const variables = Object.fromEntries(placeholders.map(({ key }) => [key, values.get(key)!]))
  return { ok: true, variables, text: putValues(bodyText, values) }
}

const findPlaceholder = (placeholders: readonly Placeholder[], label: string): Placeholder | undefined =>
  placeholders.find(({ key }) => key === label) ?? placeholders.find(({ name }) => name === label)

/** What the channel does not take as a value. */
function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string'
  if (value.trim() === '') return 'may not be empty'
  if (value.length > longestValue) return `may not be greater than ${longestValue} characters`
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(value)) return 'may not contain a line break'
  if (value.includes('\t')) return 'may not contain a tab'
  if (/ {5}/.test(value)) return 'may not contain more than four spaces in a row'
  return undefined
}

const longestLabel = 64
const mostFaults = 5

function mismatch(faults: readonly string[]): string {
  const more = faults.length - mostFaults
  const told = faults.slice(0, mostFaults).join('; ')
  return `Template variables do not match: ${told}${more > 0 ? `; and ${more} more` : ''}.`
}

const quote = (label: string): string =>
  `"${label.length > longestLabel ? `${label.slice(0, longestLabel).toWellFormed()}…` : label}"`

const labelOf = ({ key, name }: Placeholder): string => (name === key ? quote(key) : `${quote(key)} (${name})`)
