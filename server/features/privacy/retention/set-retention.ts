// Shows and sets how long an account keeps its personal data.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { PersonalTable, RetentionKind } from '#server/platform/personal-data.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import { confirmationMs } from './check-clock.ts'
import { findJump, type RetentionRule, saveRules, selectRules } from './store.ts'

export interface Retention {
  rules: ReadonlyMap<RetentionKind, RetentionRule>
  suspendedUntil: Date | null
}

export async function getRetention({ db, account }: AccountContext): Promise<Retention> {
  const rules = await selectRules(db, account.id)
  const jumpedAt = await findJump(db)
  return {
    rules: new Map(rules.map((rule) => [rule.kind, rule])),
    suspendedUntil: jumpedAt === null ? null : new Date(toDate(jumpedAt).getTime() + confirmationMs),
  }
}

/** Throws `InvalidInput` for more days than the installation keeps the kind. */
export async function setRetention(
  ctx: AccountContext,
  all: readonly PersonalTable[],
  days: Partial<Record<RetentionKind, number | null>>,
): Promise<Retention> {
  const rules = Object.entries(days).map(([kind, value]) => ({ kind: kind as RetentionKind, days: value }))
  const errors = rules.flatMap(({ kind, days }) => {
    const maximum = maximumDaysOf(all, kind, ctx.settings)
    if (days === null || maximum === null || days <= maximum) return []
    const field = kind.replaceAll('_', ' ')
    return [[kind, [`The ${field} may not be greater than ${maximum}, because nothing is kept for longer.`]] as const]
  })
  if (errors.length > 0) throw new InvalidInput(Object.fromEntries(errors.map(([kind, texts]) => [kind, [...texts]])))
  if (rules.length > 0) await saveRules(ctx.db, ctx.account.id, rules)
  return getRetention(ctx)
}

/** Null if the installation has no limit. */
export function maximumDaysOf(all: readonly PersonalTable[], kind: RetentionKind, settings: Settings): number | null {
  const retained = all.flatMap((table) => table.retained ?? []).filter((one) => one.kind === kind)
  const limits = retained.flatMap(({ maximumDays }) => maximumDays?.(settings) ?? [])
  return limits.length === 0 ? null : Math.min(...limits)
}
