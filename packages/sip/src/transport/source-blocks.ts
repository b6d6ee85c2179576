// Blocks sources that fail to authenticate again and again.
import type { SipClock } from '../clock.ts'
import { sourceOf } from './source-limits.ts'

export interface SourceBlocks {
  /** Counts a failed authentication. The application does not call it for the address of a trunk. */
  failed(address: string): void
  isBlocked(address: string): boolean
}

export interface SourceBlockOptions {
  clock: SipClock
  /** Failures within `withinMs` that block a source. Default: 5. */
  failures?: number
  /** Default: 10 minutes. */
  withinMs?: number
  /** Default: 1 hour. */
  blockMs?: number
  /** How many sources are remembered; the oldest is forgotten. Default: 10,000. */
  maxSources?: number
}

interface Source {
  failedAtMs: number[]
  blockedUntilMs: number
}

export function createSourceBlocks(options: SourceBlockOptions): SourceBlocks {
  const { clock, failures = 5, withinMs = 600_000, blockMs = 3_600_000, maxSources = 10_000 } = options
  const sources = new Map<string, Source>()
  return {
    failed(address) {
      const key = sourceOf(address)
      const now = clock.now()
      const source = sources.get(key) ?? { failedAtMs: [], blockedUntilMs: 0 }
      source.failedAtMs = [...source.failedAtMs.filter((atMs) => now - atMs < withinMs), now]
      if (source.failedAtMs.length >= failures) {
        source.failedAtMs = []
        source.blockedUntilMs = now + blockMs
      }
      sources.delete(key)
      sources.set(key, source)
      if (sources.size > maxSources) sources.delete(sources.keys().next().value!)
    },
    isBlocked: (address) => (sources.get(sourceOf(address))?.blockedUntilMs ?? 0) > clock.now(),
  }
}
