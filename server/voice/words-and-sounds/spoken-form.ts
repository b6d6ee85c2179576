// Converts the text of a model or of an account into text that a synthesizer can speak: without markup, emoji and long addresses.
import { trimEnd } from '#server/platform/text/trim-end.ts'
import { turnLanguage } from './languages/index.ts'

const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1F1E6}-\u{1F1FF}]/gu
/** Variation selectors, joiners and the frame of a key, which connect the parts of an emoji. */
const emojiJoiner = /\u{FE0E}|\u{FE0F}|\u{200D}|\u{20E3}/gu
/** The tags of HTML that texts contain. Others, such as `<name>`, are no markup. */
const listItem = /<li(?:\s[^<>=]*=[^<>]*)?\s?\/?>/giu
const blockTag =
  /<\/?(?:blockquote|br|center|div|dd|dl|dt|h[1-6]|hr|img|li|ol|p|pre|section|table|tbody|td|th|thead|tr|ul)(?:\s[^<>=]*=[^<>]*)?\s?\/?>/giu
const inlineTag =
  /<\/?(?:a|abbr|b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u)(?:\s[^<>=]*=[^<>]*)?\s?\/?>/giu
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
}
const escaped = /\\(?=[*_~`#>|[\]])/gu
/** The beginning or the end of a code block, with the name of its language. */
const fence = /^(?:```|~~~)[\w+#.-]*$/u
const heading = /^#{1,6}\s+/u
const bullet = /^[-*+•‣◦–]\s+/u
const separator = /^[-*_=|:\s]{3,}$/u

/**
 * Takes any part of a text, so each marker is removed on its own. The words of code blocks and tables are kept, because
 * the answer may consist of nothing else. Runs in linear time.
 * @param language ISO 639-1.
 */
export function toSpoken(text: string, language: string): string {
  const lines = withoutTags(text)
    .replace(emoji, '')
    .replace(emojiJoiner, '')
    .split('\n')
    .filter((line) => line !== '')
  const spoken = lines.map((line) => spokenLine(line.trim()))
  const joined = joinLines(spoken.filter((line) => line.text !== ''))
  return withSpokenSymbols(joined, language).replace(/\s+/gu, ' ').trim()
}

function withoutTags(text: string): string {
  const decoded = text.replace(/&(?:[a-z]{2,4}|#39);/gu, (entity) => entities[entity] ?? entity)
  return decoded.replace(listItem, '\n- ').replace(blockTag, '\n').replace(inlineTag, '').replace(escaped, '')
}

interface SpokenLine {
  text: string
  /** A heading, list item or table row: a pause follows, even without punctuation. */
  isItem: boolean
}

function spokenLine(line: string): SpokenLine {
  if (separator.test(line) && !/[\p{L}\p{N}]/u.test(line)) return { text: '', isItem: false }
  if (fence.test(line)) return { text: '', isItem: false }
  let rest = line
  while (rest.startsWith('>')) rest = rest.slice(1).trimStart()
  const content = rest.replace(heading, '').replace(bullet, '')
  const isTable = content.startsWith('|')
  const cells = isTable ? tableCells(content) : content
  return { text: withoutMarkers(withoutLinks(cells)).trim(), isItem: isTable || content !== rest }
}

const tableCells = (row: string): string =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ')

function joinLines(lines: readonly SpokenLine[]): string {
  return lines
    .map(({ text, isItem }, index) => {
      const isOpen = !/[.!?:;,…。！？]$/u.test(trimEnd(text, '"\'”’»)'))
      const pauses = isOpen && (isItem || (index < lines.length - 1 && lines[index + 1]!.isItem))
      return pauses && lines.length > 1 ? `${text}.` : text
    })
    .join(' ')
}

/** Keeps the labels of links and the domains of bare addresses. */
function withoutLinks(line: string): string {
  const links = findLinks(line)
  let result = ''
  let at = 0
  for (const { start, labelStart, labelEnd, end } of links) {
    result += line.slice(at, start) + line.slice(labelStart, labelEnd)
    at = end
  }
  result += line.slice(at)
  return result
    .split(' ')
    .map((word) => (word.includes('://') ? withoutScheme(word) : word))
    .join(' ')
}

/** `<https://www.example.com/menu?id=1>.` becomes `example.com/menu.` */
function withoutScheme(word: string): string {
  const start = word.search(/https?:\/\//u)
  if (start < 0) return word
  const address = trimEnd(word.slice(start), '.,;:!?)>"\'')
  const after = word.slice(start + address.length).replace('>', '')
  const bare = address.replace(/^https?:\/\/(?:www\.)?/u, '').split(/[?#]/u)[0]!
  return word.slice(0, start).replace('<', '') + trimEnd(bare, '/') + after
}

/** An asterisk between spaces or digits multiplies, and an underscore inside a word belongs to it. */
function withoutMarkers(line: string): string {
  return line.replace(/[*_~`]+/gu, (marks, at: number) => {
    const before = line[at - 1] ?? ' '
    const after = line[at + marks.length] ?? ' '
    if (marks.includes('`')) return ''
    if (marks.length >= 2 && !/^\s$/u.test(before + after))
      return marks.startsWith('__') && isInWord(before, after) ? marks : ''
    if (before === ' ' && after === ' ') return marks
    if (marks === '~' || (marks === '*' && /\d/u.test(before) && /\d/u.test(after))) return marks
    return marks === '_' && isInWord(before, after) ? marks : ''
  })
}

const isInWord = (before: string, after: string): boolean => /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)

function withSpokenSymbols(text: string, language: string): string {
  const { and, to } = turnLanguage(language)
  return text.replace(/ & /gu, ` ${and} `).replace(/(?<=\d)\s?–\s?(?=\d)/gu, ` ${to} `)
}

interface MarkdownLink {
  start: number
  labelStart: number
  labelEnd: number
  end: number
}

/** Labels do not contain brackets. */
function findLinks(line: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  let opening = -1
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '[') opening = at
    if (line[at] !== ']' || opening < 0) continue
    const labelStart = opening + 1
    opening = -1
    if (line[at + 1] !== '(') continue
    const end = line.indexOf(')', at)
    // Without another parenthesis there is no other link.
    if (end < 0) break
    const start = line[labelStart - 2] === '!' ? labelStart - 2 : labelStart - 1
    links.push({ start, labelStart, labelEnd: at, end: end + 1 })
    at = end
  }
  return links
}
