// How long an account keeps a kind of personal data, and what the latest run has deleted.
import type { Settings } from '#server/platform/context/settings.ts'
import type { PersonalData, Retained, RetentionKind } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface RetentionRule {
  kind: RetentionKind
  /** Null: kept. */
  days: number | null
  isRunning: boolean
  /** Null before the first run. */
  lastFinishedAt: Timestamp | null
  lastBefore: Timestamp
  lastDeleted: number
  lastRemaining: number
  lastOldestAt: Timestamp | null
}

export const retainedOf = (all: readonly PersonalData[], kind: RetentionKind): readonly Retained[] =>
  all.flatMap(({ retained = [] }) => retained.filter((one) => one.kind === kind))

/** Null if the installation has no limit. */
export function maximumDaysOf(all: readonly PersonalData[], kind: RetentionKind, settings: Settings): number | null {
  const limits = retainedOf(all, kind).flatMap(({ maximumDays }) => maximumDays?.(settings) ?? [])
  return limits.length === 0 ? null : Math.min(...limits)
}
