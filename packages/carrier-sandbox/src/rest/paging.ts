// Pages and filters of lists: the API's two pagination formats, relative URIs (2010) and a `meta` object, and filters by time.

import { ApiError } from '../core/api-error.ts'
import type { ApiRequest } from './api-request.ts'

interface Page<T> {
  items: T[]
  page: number
  pageSize: number
  start: number
  /** The query of the next and the previous page; undefined if there is none. */
  next: string | undefined
  previous: string | undefined
  first: string
}

/** A page token names the neighbouring item, so that new items do not shift the pages. */
function pageOf<T extends { sid: string }>(all: readonly T[], { query }: ApiRequest, defaultSize: number): Page<T> {
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
  request: ApiRequest,
  present: (item: T) => unknown,
) {
  const found = pageOf(all, request, 50)
  const uri = (query: string | undefined) => (query === undefined ? null : `${request.path}?${query}`)
  const { items, page, pageSize, start } = found
  return {
    [key]: items.map(present),
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(0, items.length - 1),
    uri: request.query.size > 0 ? `${request.path}?${request.query}` : request.path,
    first_page_uri: uri(found.first),
    next_page_uri: uri(found.next),
    previous_page_uri: uri(found.previous),
  }
}

export function metaPage<T extends { sid: string }>(
  key: string,
  all: readonly T[],
  request: ApiRequest,
  { present, baseUrl, defaultSize = 50 }: { present: (item: T) => unknown; baseUrl: string; defaultSize?: number },
) {
  const found = pageOf(all, request, defaultSize)
  const url = (query: string | undefined) => (query === undefined ? null : `${baseUrl}${request.path}?${query}`)
  return {
    [key]: found.items.map(present),
    meta: {
      page: found.page,
      page_size: found.pageSize,
      first_page_url: url(found.first),
      previous_page_url: url(found.previous),
      url: url(request.query.toString() || found.first),
      next_page_url: url(found.next),
      key,
    },
  }
}

function numberIn(text: string | null, min: number, max: number, fallback: number): number {
  return text !== null && /^\d+$/.test(text) ? Math.min(Math.max(Number(text), min), max) : fallback
}

/** Returns a function that checks a time in milliseconds. */
export function timeFilter(query: URLSearchParams, name: string): (atMs: number) => boolean {
  const [on, before, after] = [name, `${name}<`, `${name}>`].map((key) => readTime(key, query.get(key)))
  return (atMs) => {
    if (on && (atMs < on.fromMs || atMs > on.toMs)) return false
    return (!before || atMs <= before.toMs) && (!after || atMs >= after.fromMs)
  }
}

/** A date covers the whole day, a time the whole second, in GMT. */
function readTime(name: string, text: string | null): { fromMs: number; toMs: number } | undefined {
  if (!text) return undefined
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
  const atMs = Date.parse(isDay || isZoned ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(atMs)) throw new ApiError(20001, `Invalid ${name.replace(/[<>]$/, '')} ${text}`)
  const fromMs = isDay ? atMs : Math.floor(atMs / 1_000) * 1_000
  return { fromMs, toMs: fromMs + (isDay ? 86_400_000 : 1_000) - 1 }
}
