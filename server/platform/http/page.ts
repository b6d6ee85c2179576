// Pages by offset, in the form that Laravel's paginator gives them.

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

const pagesListedWhole = 13
const eitherSide = 3
const atEachEnd = 2

/**
 * `url` is the request's path and query as the caller wrote them: every link keeps its other parameters.
 * `rows` are those of the page asked for, `total` counts the rows of all pages, `before` those of the pages before it.
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
      ...numbersListed(Math.min(page, last), last).map((number) =>
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

/** The pages that get a link, ascending; undefined stands for a gap. */
function numbersListed(page: number, last: number): (number | undefined)[] {
  if (last <= pagesListedWhole) return range(1, last)
  const listed: (number | undefined)[] = range(1, atEachEnd)
  const first = Math.max(atEachEnd + 1, page - eitherSide)
  const final = Math.min(last - atEachEnd, page + eitherSide)
  if (first > atEachEnd + 1) listed.push(undefined)
  listed.push(...range(first, final))
  if (final < last - atEachEnd) listed.push(undefined)
  return [...listed, ...range(last - atEachEnd + 1, last)]
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** As RFC 3986 wants it. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
