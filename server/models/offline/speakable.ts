// Keeps technical text out of what customers hear: JSON, settings, names of tools and variables, placeholders, Markdown.
import { withoutMarkdown } from './statements.ts'

/** Names such as `opening_time` and `findFreeSlots`. */
const identifier =
  /(?<![\p{L}\p{N}@./-])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+(?!\S*@)|(?<![\p{L}\p{N}])\p{Ll}+\p{Lu}\p{Ll}+\p{Lu}\p{L}*/u
const marks = /[{}<>\\`]|\[[^\]]*\]|"\s*:|=>|==|(?<=\S)=(?=\S)|^\s*(?:\/\/|#!|--\s)|<\/?\p{L}/u

const link = /(?:https?:\/\/|www\.)\S+/gi

/** Whether a sentence is not for customers. */
export function isTechnical(text: string): boolean {
  const said = text.replace(link, ' ')
  return marks.test(said) || identifier.test(said)
}

/** The text without anything that nobody says; on the phone also without addresses of pages. */
export function speakable(
  text: string,
  { toolNames, isSpoken }: { toolNames: readonly string[]; isSpoken: boolean },
): string {
  const hidden = toolNames.filter((name) => name !== '')
  return withoutMarkdown(isSpoken ? text.replace(link, domainOf) : text)
    .replace(/[{}[\]<>\\`]+/g, ' ')
    .split(/(?<=\s)|(?=\s)/)
    .filter((word) => !identifier.test(word) && !hidden.some((name) => word.includes(name)))
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ (?=[.,;:!?](?:\s|$))/g, '')
    .trim()
}

/** "https://www.example.com/contact?id=7" is read as "example.com". */
const domainOf = (url: string): string => {
  const [, domain = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/\s?#]+)/i.exec(url) ?? []
  return domain.replace(/[.,;:!?)]+$/, '') + (/[.,;:!?)]+$/.exec(url)?.[0] ?? '')
}
