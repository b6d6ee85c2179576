// Converts retention and receipts to the fields of the API.

import type { privacy } from '#contract/account/privacy.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import { type ErasedKind, erasedKinds, type PersonalTable, retentionKinds } from '#server/platform/personal-data.ts'
import { dateToIsoMicros, toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Receipt } from './erasure/store.ts'
import { maximumDaysOf, type Retention } from './retention/set-retention.ts'
import type { RetentionRule } from './retention/store.ts'

export function presentRetention(
  { rules, suspendedUntil }: Retention,
  all: readonly PersonalTable[],
  settings: Settings,
): ReplyOf<typeof privacy.getRetention> {
  return {
    data: retentionKinds.map((kind) => {
      const rule = rules.get(kind)
      return {
        kind,
        days: rule?.days ?? null,
        maximum_days: maximumDaysOf(all, kind, settings),
        is_running: rule?.isRunning ?? false,
        last_run: rule ? presentRun(rule) : null,
      }
    }),
    suspended_until: suspendedUntil && dateToIsoMicros(suspendedUntil),
  }
}

function presentRun({ lastFinishedAt, lastBefore, lastDeleted, lastRemaining, lastOldestAt }: RetentionRule) {
  if (lastFinishedAt === null) return null
  return {
    finished_at: toIsoMicros(lastFinishedAt),
    before: toIsoMicros(lastBefore),
    deleted: lastDeleted,
    remaining: lastRemaining,
    oldest_at: lastOldestAt && toIsoMicros(lastOldestAt),
  }
}

export function presentReceipt(receipt: Receipt): ReplyOf<typeof privacy.getErasure> {
  const { id, status, isWaiting, deleted, isKept, requestedAt, finishedAt } = receipt
  return {
    id,
    status,
    is_waiting: isWaiting,
    deleted: Object.fromEntries(erasedKinds.map((kind) => [kind, deleted[kind] ?? 0])) as Record<ErasedKind, number>,
    do_not_contact_kept: isKept,
    requested_at: toIsoMicros(requestedAt),
    finished_at: finishedAt && toIsoMicros(finishedAt),
  }
}
