// Pages in the format of Laravel's paginator.
import type { Settings } from '../../context/settings.ts'

export interface PageLink {
  url: string | null
  label: string
  active: boolean
}

export interface Page<T> {
  current_page: number
  data: T[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: PageLink[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

const maxPagesWithoutGap = 13
const linksAroundCurrent = 3
const linksAtEachEnd = 2

/** A page of a list that is read by offset or by cursor. */
export interface ListedPage<Row> {
  rows: Row[]
  total: number
  /** The number of rows before this page. */
  before: number
  nextCursor: string | null
  prevCursor: string | null
}

type Reader = { settings: Pick<Settings, 'publicUrl'> }
type Request = { query: { page: number; per_page: number }; url: string }

/** Replies with the page that `query` asks for. `url` is the path and query of the request. */
export const replyWithPage = <Row, Item>(
  { settings }: Reader,
  { query: { page, per_page: perPage }, url }: Request,
  { rows, total }: { rows: readonly Row[]; total: number },
  present: (row: Row) => Item,
): Page<Item> => pageOf({ rows: rows.map((row) => present(row)), total }, { page, perPage }, url, settings.publicUrl)

/** The page can have been asked for by its cursor, so its number follows from the rows before it. */
export function replyWithCursorPage<Row, Item>(
  { settings }: Reader,
  { query: { per_page: perPage }, url }: Request,
  { rows, total, before, nextCursor, prevCursor }: ListedPage<Row>,
  present: (row: Row) => Item,
) {
  const position = { page: Math.floor(before / perPage) + 1, perPage, before }
  const page = pageOf({ rows: rows.map((row) => present(row)), total }, position, url, settings.publicUrl)
  return { ...page, next_cursor: nextCursor, prev_cursor: prevCursor }
}

/**
 * `url` is the path and query of the request; every link keeps its other parameters. `rows` are the rows of the requested
 * page, `total` is the number of rows on all pages, and `before` the number of rows on earlier pages.
 */
export function pageOf<T>(
  { rows, total }: { rows: T[]; total: number },
  { page, perPage, before = (page - 1) * perPage }: { page: number; perPage: number; before?: number },
  url: string,
  publicUrl: string,
): Page<T> {
  const [pathname = '', query = ''] = url.split('?', 2)
  const path = publicUrl + pathname
  const kept = [...new URLSearchParams(query)].filter(([name]) => name !== 'page' && name !== 'cursor')
  const start = `${path}?${kept.map((pair) => `${pair.map(encode).join('=')}&`).join('')}page=`
  const urlOf = (number: number): string => start + number

  const last = Math.max(1, Math.ceil(total / perPage))
  const previous = page > 1 ? urlOf(page - 1) : null
  const next = page < last ? urlOf(page + 1) : null
  return {
    current_page: page,
    data: rows,
    first_page_url: urlOf(1),
    from: rows.length > 0 ? before + 1 : null,
    last_page: last,
    last_page_url: urlOf(last),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      ...linkedPages(Math.min(page, last), last).map((number) =>
        number === undefined
          ? { url: null, label: '...', active: false }
          : { url: urlOf(number), label: String(number), active: number === page },
      ),
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path,
    per_page: perPage,
    prev_page_url: previous,
    to: rows.length > 0 ? before + rows.length : null,
    total,
  }
}

/** The page numbers that get a link, in ascending order; undefined marks a gap. */
function linkedPages(page: number, last: number): (number | undefined)[] {
  if (last <= maxPagesWithoutGap) return range(1, last)
  const listed: (number | undefined)[] = range(1, linksAtEachEnd)
  const first = Math.max(linksAtEachEnd + 1, page - linksAroundCurrent)
  const final = Math.min(last - linksAtEachEnd, page + linksAroundCurrent)
  if (first > linksAtEachEnd + 1) listed.push(undefined)
  listed.push(...range(first, final))
  if (final < last - linksAtEachEnd) listed.push(undefined)
  return [...listed, ...range(last - linksAtEachEnd + 1, last)]
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Percent-encodes by RFC 3986, which is stricter than `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
