// Limits how many requests are accepted from unknown sources: a token bucket for each source, and one for all.
import { isIPv6 } from 'node:net'
import type { SipClock } from '../clock.ts'

export interface SourceLimitOptions {
  clock: SipClock
  /** Requests a second from one source. Default: 5. */
  perSource?: number
  /** Requests that one source can send at once. Default: 10. */
  burst?: number
  /** Requests a second, and at once, from all sources. Default: 200. */
  total?: number
  /** How many sources are remembered; the one that was seen least recently is forgotten. Default: 10,000. */
  maxSources?: number
}

interface Bucket {
  tokens: number
  atMs: number
}

/**
 * Returns a function that takes the address of a source and says whether one more request is accepted. An IPv6 source is
 * its /64 prefix. The limit for all holds even for sources that are forgotten.
 */
export function createSourceLimits(options: SourceLimitOptions): (address: string) => boolean {
  const { clock, perSource = 5, burst = 10, total = 200, maxSources = 10_000 } = options
  const buckets = new Map<string, Bucket>()
  const all: Bucket = { tokens: total, atMs: clock.now() }

  return (address) => {
    const now = clock.now()
    const key = sourceOf(address)
    const bucket = buckets.get(key) ?? { tokens: burst, atMs: now }
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > maxSources) buckets.delete(buckets.keys().next().value!)
    refill(bucket, now, perSource, burst)
    refill(all, now, total, total)
    // A source over its own limit takes nothing from the others.
    if (bucket.tokens < 1 || all.tokens < 1) return false
    bucket.tokens--
    all.tokens--
    return true
  }
}

function refill(bucket: Bucket, now: number, perSecond: number, maximum: number): void {
  bucket.tokens = Math.min(maximum, bucket.tokens + ((now - bucket.atMs) / 1_000) * perSecond)
  bucket.atMs = now
}

/** An IPv4 address, or the first four groups of an IPv6 address. */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((each) => each !== '').length
  const filled = [...groups, ...Array(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')]
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
