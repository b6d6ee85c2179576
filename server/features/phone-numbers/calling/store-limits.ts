// The SQL of the limits that accounts have set.
import { sql } from 'kysely'
import type { CallingLimits } from '#server/platform/context/settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { firstRow } from '#server/platform/database/statements.ts'

/** Null means the default. */
export type OwnLimits = { [L in keyof CallingLimits]: number | null } & { allowedCountries: string[] | null }

export function findLimits(db: Db, accountId: number): Promise<OwnLimits | undefined> {
  return firstRow<OwnLimits>(db)`
    select allowed_countries, concurrent_calls, calls_per_minute, calls_per_hour_to_number, calls_per_hour_to_prefix,
      spend_per_hour_micros, spend_per_day_micros
    from calling_limits where account_id = ${accountId}`
}

/** Null restores the default, which is the account's own country. */
export async function saveAllowedCountries(
  db: Db,
  accountId: number,
  countries: readonly string[] | null,
): Promise<void> {
  await sql`
    insert into calling_limits (account_id, allowed_countries) values (${accountId}, ${countries}::text[])
    on conflict (account_id) do update set allowed_countries = excluded.allowed_countries`.execute(db)
}

const columns = {
  concurrentCalls: 'concurrent_calls',
  callsPerMinute: 'calls_per_minute',
  callsPerHourToNumber: 'calls_per_hour_to_number',
  callsPerHourToPrefix: 'calls_per_hour_to_prefix',
  spendPerHourMicros: 'spend_per_hour_micros',
  spendPerDayMicros: 'spend_per_day_micros',
} as const satisfies Record<keyof CallingLimits, string>

/** Null restores the default of the installation; missing limits are unchanged. */
export async function saveLimits(
  db: Db,
  accountId: number,
  limits: Partial<Omit<OwnLimits, 'allowedCountries'>>,
): Promise<void> {
  const entries = Object.entries(limits) as [keyof typeof columns, number | null][]
  if (entries.length === 0) return
  const names = entries.map(([limit]) => sql.ref(columns[limit]))
  const changes = names.map((name) => sql`${name} = excluded.${name}`)
  await sql`
    insert into calling_limits (account_id, ${sql.join(names)})
    values (${accountId}, ${sql.join(entries.map(([, value]) => value))})
    on conflict (account_id) do update set ${sql.join(changes)}`.execute(db)
}
