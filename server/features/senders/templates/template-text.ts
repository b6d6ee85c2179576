// Checks a template's text by the rules of the channel's reviewers, before it is submitted.
import { InvalidInput } from '#server/platform/refusal.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import { keysIn } from './placeholders.ts'

interface TemplateText {
  bodyText: string
  /** The names of the placeholders, in order. */
  variables?: readonly string[]
  samples?: readonly string[]
}

export const countPlaceholders = (bodyText: string): number => keysIn(bodyText).length

export function checkText({ bodyText, variables, samples }: TemplateText): void {
  const body = bodyError(bodyText)
  const count = countPlaceholders(bodyText)
  const errors: FieldErrors = body
    ? { body_text: [body] }
    : { ...nameErrors(variables, count), ...sampleErrors(samples, count) }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}

function bodyError(bodyText: string): string | undefined {
  const keys = keysIn(bodyText)
  if (keys.some((key) => !/^[1-9]\d{0,2}$/.test(key)) || hasLooseBraces(bodyText))
    return 'The body text may only contain placeholders of the form {{1}}.'
  if (keys.some((_, index) => !keys.includes(String(index + 1))))
    return 'The placeholders of the body text must be numbered 1, 2, 3 and so on, without gaps.'
  if (keys.length > 100) return 'The body text may not have more than 100 placeholders.'
  if (/^\s*\{\{|\}\}\s*$/.test(bodyText)) return 'The body text may not begin or end with a placeholder.'
  if (/\}\}\s*\{\{/.test(bodyText)) return 'The placeholders of the body text may not be adjacent.'
  const wordsNeeded = 2 * keys.length + 1
  if (keys.length > 0 && countWords(bodyText) < wordsNeeded)
    return `The body text needs at least ${wordsNeeded} words in addition to its ${keys.length === 1 ? 'placeholder' : `${keys.length} placeholders`}.`
  return undefined
}

const hasLooseBraces = (text: string): boolean =>
  /\{{3}|\}{3}/.test(text) || /\{\{|\}\}/.test(text.replace(/\{\{[^{}]*\}\}/g, ' '))

const countWords = (text: string): number => text.replace(/\{\{[^{}]*\}\}/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0

function nameErrors(names: readonly string[] | undefined, count: number): FieldErrors {
  if (!names) return {}
  if (names.length !== count)
    return { variables: ['The variables must have one name for each placeholder of the body text.'] }
  if (new Set(names).size !== names.length) return { variables: ['The variables must have different names.'] }
  if (names.some((name, index) => /^\d+$/.test(name) && name !== String(index + 1)))
    return { variables: ['The name of a variable may not be the number of another placeholder.'] }
  return {}
}

function sampleErrors(samples: readonly string[] | undefined, count: number): FieldErrors {
  return !samples || samples.length === count
    ? {}
    : { samples: ['The samples must have one entry for each placeholder of the body text.'] }
}
