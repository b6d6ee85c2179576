// Keeps technical text out of what customers hear: JSON, settings, names of tools and variables, placeholders, Markdown.
import { withoutMarkdown } from './statements.ts'

/** Names such as `opening_time` and `findFreeSlots`, but not the addresses of mailboxes and pages. */
const isIdentifier = (word: string): boolean =>
  !/@|:\/\//.test(word) &&
  (/[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(word) || /^\P{L}{0,3}\p{Ll}{1,30}\p{Lu}\p{Ll}{1,30}\p{Lu}/u.test(word))
const marks = /[{}[\]<>\\`]|"\s?:|==|(?<=\S)=(?=\S)|^(?:\/\/|#!|-- )/

const link = /(?:https?:\/\/|www\.)\S+/gi

/** Whether a sentence is not for customers. */
export function isTechnical(text: string): boolean {
  const said = text.replace(link, ' ')
  return marks.test(said) || said.split(/\s/).some(isIdentifier)
}

/** Removes names of tools and variables, placeholders and Markdown. On the phone, an address of a page becomes its domain. */
export function speakable(
  text: string,
  { toolNames, isSpoken }: { toolNames: readonly string[]; isSpoken: boolean },
): string {
  const hidden = toolNames.filter((name) => name !== '')
  return withoutMarkdown(isSpoken ? text.replace(link, domainOf) : text)
    .replace(/[{}[\]<>\\`]+/g, ' ')
    .split(/(?<=\s)|(?=\s)/)
    .filter((word) => !isIdentifier(word) && !hidden.some((name) => word.includes(name)))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ (?=[.,](?:\s|$))/g, '')
    .trim()
}

/** "https://www.example.com/contact?id=7" is read as "example.com". */
const domainOf = (url: string): string => {
  const [, domain = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/\s?#]+)/i.exec(url) ?? []
  return domain.replace(/[.,;:!?)]{1,5}$/, '') + (/[.,;:!?)]{1,5}$/.exec(url)?.[0] ?? '')
}
