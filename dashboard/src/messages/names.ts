// Names of the fields of the API in words, for messages about fields that a page does not label.
import { textNamed } from '../i18n/text-named.ts'
import type { ServerTexts } from '../texts/server-texts.ts'

/** The keys of these fields are words of the reader. */
const maps = new Set(['variables', 'headers', 'query', 'answers', 'column mapping', 'metadata', 'properties'])

const isIndex = (step: string | undefined): boolean => step !== undefined && /^\d+$/.test(step)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `calendly event type uri` is the event type, and `assistant_id` is the assistant. */
const withoutForm = (words: string): string => words.replace(/(?<=.) (?:id|ids|uuid|uri|sid)$/, '')

function nameOf({ names, words: { field } }: ServerTexts, step: string): string {
  const words = step.replaceAll('_', ' ').trim().toLowerCase()
  const known = textNamed(names, words) ?? textNamed(names, withoutForm(words))
  return known ?? field ?? capitalized(withoutForm(words).replace(/\burl\b/g, 'URL'))
}

function itemOf(texts: ServerTexts, list: string, index: string): string {
  const words = list.replaceAll('_', ' ')
  const item = textNamed(texts.items, words) ?? texts.words.item ?? nameOf(texts, words).replace(/s$/, '')
  return `${item} ${Number(index) + 1}`
}

/**
 * Names a field by its path, as the API has it in a message: `tools.0.data.calendly event type uri` is
 * `Tool 1: Calendly event type`. Only items of lists, the keys of maps and the last field are named.
 */
export function fieldName(texts: ServerTexts, path: string): string {
  const steps = path.split('.')
  const parts: string[] = []
  steps.forEach((step, at) => {
    const before = steps[at - 1]
    if (isIndex(step)) parts.push(itemOf(texts, before ?? '', step))
    else if (before !== undefined && maps.has(before.replaceAll('_', ' '))) parts.push(step.replaceAll('_', ' '))
    else if (at === steps.length - 1) parts.push(nameOf(texts, step))
  })
  return texts.words.path(parts)
}
