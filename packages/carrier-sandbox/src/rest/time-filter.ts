// The list filters by time of the 2010 API, such as `StartTime`, `StartTime<` and `StartTime>`.
import { ApiError } from '../core/api-error.ts'

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
