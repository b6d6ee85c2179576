// The carrier's two ways of cutting lists into pages: relative addresses (2010) and a `meta` object with whole ones.
import type { Call } from './call.ts'

interface Page<T> {
  items: T[]
  page: number
  pageSize: number
  start: number
  /** Query of the next page and of the one before; undefined where there is none. */
  next: string | undefined
  previous: string | undefined
  first: string
}

/** A token names the neighbour of a page, so that what comes in meanwhile shifts nothing. */
function cut<T extends { sid: string }>(all: readonly T[], { query }: Call, defaultSize: number): Page<T> {
  const pageSize = numberIn(query.get('PageSize'), 1, 1_000, defaultSize)
  const page = numberIn(query.get('Page'), 0, 1e6, 0)
  const token = query.get('PageToken') ?? ''
  const isBack = token.startsWith('PB')
  const at = token === '' ? -1 : all.findIndex(({ sid }) => sid === token.slice(2))
  const from = at < 0 ? page * pageSize : isBack ? Math.max(0, at - pageSize) : at + 1
  const items = all.slice(from, isBack && at >= 0 ? at : from + pageSize)
  const link = (number: number, pageToken?: string) => {
    const params = new URLSearchParams(query)
    params.set('PageSize', String(pageSize))
    params.set('Page', String(number))
    if (pageToken) params.set('PageToken', pageToken)
    else params.delete('PageToken')
    return params.toString()
  }
  const hasNext = from + items.length < all.length && items.length > 0
  return {
    items,
    page,
    pageSize,
    start: page * pageSize,
    first: link(0),
    next: hasNext ? link(page + 1, `PA${items.at(-1)!.sid}`) : undefined,
    previous: from > 0 && items.length > 0 ? link(Math.max(0, page - 1), `PB${items[0]!.sid}`) : undefined,
  }
}

export function relativePage<T extends { sid: string }>(
  key: string,
  all: readonly T[],
  call: Call,
  present: (item: T) => unknown,
) {
  const cutOut = cut(all, call, 50)
  const uri = (query: string | undefined) => (query === undefined ? null : `${call.path}?${query}`)
  const { items, page, pageSize, start } = cutOut
  return {
    [key]: items.map(present),
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(0, items.length - 1),
    uri: call.query.size > 0 ? `${call.path}?${call.query}` : call.path,
    first_page_uri: uri(cutOut.first),
    next_page_uri: uri(cutOut.next),
    previous_page_uri: uri(cutOut.previous),
  }
}

export function metaPage<T extends { sid: string }>(
  key: string,
  all: readonly T[],
  call: Call,
  { present, baseUrl, defaultSize = 50 }: { present: (item: T) => unknown; baseUrl: string; defaultSize?: number },
) {
  const cutOut = cut(all, call, defaultSize)
  const url = (query: string | undefined) => (query === undefined ? null : `${baseUrl}${call.path}?${query}`)
  return {
    [key]: cutOut.items.map(present),
    meta: {
      page: cutOut.page,
      page_size: cutOut.pageSize,
      first_page_url: url(cutOut.first),
      previous_page_url: url(cutOut.previous),
      url: url(call.query.toString() || cutOut.first),
      next_page_url: url(cutOut.next),
      key,
    },
  }
}

function numberIn(text: string | null, least: number, most: number, otherwise: number): number {
  return text !== null && /^\d+$/.test(text) ? Math.min(Math.max(Number(text), least), most) : otherwise
}
