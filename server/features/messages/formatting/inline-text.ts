// Writes the inline elements of Markdown in the formatting of a channel: emphasis, links, code, HTML tags.
import type { Token } from 'markdown-it'
import { labelWithAddress } from './labeled-address.ts'
import { attributeOf } from './markdown.ts'

export type Mark = 'bold' | 'italic' | 'struck'

export interface ChannelFormat {
  /** The character around a formatted text; none if the channel has no formatting. */
  marks: Readonly<Record<Mark, string>>
  code: string
  codeBlock: string
}

type Piece =
  | { text: string }
  | { mark: Mark; opens: boolean /** Written if it is no formatting. */; literal: string }
  | { link: 'opens'; href: string; isAuto: boolean }
  | { link: 'closes' }

const marksOfTokens: Readonly<Record<string, Mark>> = { strong: 'bold', em: 'italic', s: 'struck' }

/** Text between two of these is no emphasis: `2*3*4`, `/_next_/x`. */
const joining = /[\p{L}\p{N}/\\=&@#]/u
const wordCharacter = /[\p{L}\p{N}]/u
/** Scripts that do not separate words by spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** `boldens`: the whole text is a heading. */
export function inlineText(tokens: readonly Token[], format: ChannelFormat, boldens = false): string {
  const pieces = withAddresses(tokens.flatMap((token) => piecesOf(token, format)))
  if (!boldens) return write(pieces, format)
  const heading = { mark: 'bold', literal: '' } as const
  return write([{ ...heading, opens: true }, ...pieces, { ...heading, opens: false }], format)
}

function piecesOf(token: Token, format: ChannelFormat): Piece[] {
  const { type, tag, content, markup, nesting } = token
  const mark = marksOfTokens[tag]
  if (nesting !== 0 && mark) return [{ mark, opens: nesting > 0, literal: markup }]
  if (type === 'link_open') return [{ link: 'opens', href: attributeOf(token, 'href'), isAuto: token.info === 'auto' }]
  if (type === 'link_close') return [{ link: 'closes' }]
  if (type === 'image') return [{ text: labelWithAddress(content, attributeOf(token, 'src')) }]
  if (type === 'softbreak' || type === 'hardbreak') return [{ text: '\n' }]
  if (type === 'code_inline') return [{ text: format.code + content + format.code }]
  if (type === 'html_inline') return piecesOfHtml(content)
  return type === 'text' ? piecesOfText(content) : [{ text: content }]
}

/** Finds what CommonMark leaves because of punctuation at its edge: `**Note:**text`, `**「重要」**です`. */
function piecesOfText(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: found, 1: inner = '', index } of text.matchAll(/\*\*([^*\n]{1,500})\*\*/g)) {
    if (inner.trim() !== inner) continue
    const bold = { mark: 'bold', literal: '**' } as const
    pieces.push({ text: text.slice(at, index) }, { ...bold, opens: true }, { text: inner }, { ...bold, opens: false })
    at = index + found.length
  }
  return [...pieces, { text: text.slice(at) }]
}

const htmlMarks: Readonly<Record<string, Mark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'struck',
  del: 'struck',
  strike: 'struck',
}
const lineTags = new Set(
  'address article aside blockquote body caption center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header html li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const textTags = new Set(
  'abbr bdi bdo big cite code dfn font ins kbd label mark q samp small span sub sup time tt u var wbr'.split(' '),
)

/** Tags that are not of HTML are text, such as `<name>`. */
function piecesOfHtml(html: string): Piece[] {
  const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html) ?? []
  const tag = name.toLowerCase()
  const opens = slash === ''
  const mark = Object.hasOwn(htmlMarks, tag) ? htmlMarks[tag] : undefined
  if (mark) return [{ mark, opens, literal: '' }]
  if (tag === 'br') return [{ text: '\n' }]
  if (tag === 'a')
    return [opens ? { link: 'opens', href: htmlAttributeOf(html, 'href'), isAuto: false } : { link: 'closes' }]
  if (tag === 'img') return [{ text: labelWithAddress(htmlAttributeOf(html, 'alt'), htmlAttributeOf(html, 'src')) }]
  if (lineTags.has(tag)) return [{ text: tag === 'li' && opens ? '\n- ' : '\n' }]
  return textTags.has(tag) || html.startsWith('<!--') ? [] : [{ text: html }]
}

function htmlAttributeOf(html: string, name: string): string {
  for (const { 1: found, 2: quoted, 3: apostrophed, 4: bare } of html.matchAll(
    /\s([a-z-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  ))
    if (found!.toLowerCase() === name) return quoted ?? apostrophed ?? bare ?? ''
  return ''
}

/** Writes the addresses of links after their texts. */
function withAddresses(pieces: readonly Piece[]): Piece[] {
  const written: Piece[] = []
  const open: { at: number; href: string; isAuto: boolean }[] = []
  for (const piece of pieces) {
    if (!('link' in piece)) written.push(piece)
    else if (piece.link === 'opens') open.push({ at: written.length, ...piece })
    else {
      const link = open.pop()
      if (!link || link.isAuto) continue
      const label = written
        .slice(link.at)
        .map((each) => ('text' in each ? each.text : ''))
        .join('')
      written.push({ text: labelWithAddress(label, link.href).slice(label.length) })
    }
  }
  return written
}

/** Formatting begins and ends on one line, next to a text, and not within a word: otherwise channels show its characters. */
function write(pieces: readonly Piece[], { marks }: ChannelFormat): string {
  const uses = decideMarks(pieces)
  const wanted: Mark[] = []
  const opened: Mark[] = []
  let out = ''
  const close = (mark: Mark): void => {
    const index = opened.lastIndexOf(mark)
    if (index < 0) return
    opened.splice(index, 1)
    const end = out.trimEnd().length
    out = out.slice(0, end) + marks[mark] + out.slice(end)
  }
  const add = (line: string): void => {
    const text = line.trimStart()
    out += line.slice(0, line.length - text.length)
    if (text === '') return
    for (const mark of wanted.slice(opened.length)) {
      opened.push(mark)
      out += marks[mark]
    }
    out += text
  }
  for (const [index, piece] of pieces.entries()) {
    const use = uses.get(index)
    if ('text' in piece || use === 'literal') {
      const [first = '', ...others] = ('text' in piece ? piece.text : (piece as { literal: string }).literal).split(
        '\n',
      )
      add(first)
      for (const line of others) {
        for (const mark of [...opened].reverse()) close(mark)
        out += '\n'
        add(line)
      }
    } else if ('mark' in piece && use === 'format') {
      if (piece.opens) wanted.push(piece.mark)
      else {
        close(piece.mark)
        wanted.splice(wanted.lastIndexOf(piece.mark), 1)
      }
    }
  }
  return out
}

type Use = 'format' | 'literal' | 'none'

/** Returns what becomes of each mark, by the index of its piece. Marks without a counterpart become nothing. */
function decideMarks(pieces: readonly Piece[]): Map<number, Use> {
  const uses = new Map<number, Use>()
  const { before, after } = neighborsOf(pieces)
  const open: { mark: Mark; index: number }[] = []
  for (const [index, piece] of pieces.entries()) {
    if (!('mark' in piece)) continue
    if (piece.opens) open.push({ mark: piece.mark, index })
    else {
      const at = open.findLastIndex(({ mark }) => mark === piece.mark)
      if (at < 0) continue
      const [begin] = open.splice(at, 1)
      const edges = { before: before[begin!.index]!, first: after[begin!.index]!, after: after[index]! }
      const isInside = open.some(({ mark }) => mark === piece.mark)
      const use = isInside ? 'none' : useOf(piece.literal, edges)
      uses.set(begin!.index, use)
      uses.set(index, use)
    }
  }
  return uses
}

/** The characters of text before and after each piece; empty at the ends. */
function neighborsOf(pieces: readonly Piece[]): { before: string[]; after: string[] } {
  const texts = pieces.map((piece) => ('text' in piece ? piece.text : ''))
  const before: string[] = []
  let last = ''
  for (const text of texts) {
    before.push(last)
    if (text !== '') last = [...text.slice(-2)].at(-1)!
  }
  const after: string[] = []
  let next = ''
  for (const text of texts.toReversed()) {
    after.push(next)
    if (text !== '') next = String.fromCodePoint(text.codePointAt(0)!)
  }
  return { before, after: after.reverse() }
}

function useOf(delimiter: string, { before, first, after }: { before: string; first: string; after: string }): Use {
  const joins = (character: string): boolean => joining.test(character) && !unspaced.test(character)
  if (delimiter.length === 1 && (joins(before) || joins(after))) return 'literal'
  if (delimiter === '__' && joins(before)) return 'literal'
  if (delimiter === '**' && /\p{N}/u.test(before) && /\p{N}/u.test(first)) return 'literal'
  return wordCharacter.test(before) || wordCharacter.test(after) ? 'none' : 'format'
}
