// Rate limits that are exact across processes: one row per key stores the times of its latest accepted requests.
import { sql } from 'kysely'
import type { Db } from './database/database.ts'

export interface RateLimitRule {
  /** The maximum within any window of `windowMs`. */
  requests: number
  windowMs: number
}

export interface RateLimitVerdict {
  accepted: boolean
  remaining: number
  /** The time until the next request can be accepted; 0 if one can be accepted now. */
  retryAfterMs: number
}

interface Row {
  accepted: boolean
  recent: number
  waitMs: number
}

/**
 * A sliding log: a request is accepted if fewer than the allowed number were accepted in the window before it. The row
 * lock orders the requests of all processes, and times are taken while the lock is held.
 */
export async function takeRequest(db: Db, key: string, rule: RateLimitRule): Promise<RateLimitVerdict> {
  const limit = sql`${rule.requests}::int`
  const window = sql`make_interval(secs => ${rule.windowMs / 1000})`
  const { rows } = await sql<Row>`
    insert into rate_limits as r (key, accepted_at)
    values (${key}, array[clock_timestamp()])
    on conflict (key) do update set (accepted_at, refused) = (
      select
        case when used_up then r.accepted_at
          else (r.accepted_at || t)[greatest(1, cardinality(r.accepted_at) + 2 - ${limit}):] end,
        used_up
      from (select clock_timestamp() as t) as moment, lateral (
        select coalesce(r.accepted_at[cardinality(r.accepted_at) + 1 - ${limit}] > t - ${window}, false) as used_up
      ) as judged)
    returning
      not refused as accepted,
      (select count(*)::int from unnest(accepted_at) t where t > clock_timestamp() - ${window}) as recent,
      extract(epoch from accepted_at[greatest(1, cardinality(accepted_at) + 1 - ${limit})] + ${window} - clock_timestamp())::float8
        * 1000 as wait_ms`.execute(db)
  const row = rows[0]!
  const remaining = Math.max(0, rule.requests - row.recent)
  return {
    accepted: row.accepted,
    remaining,
    retryAfterMs: remaining > 0 && row.accepted ? 0 : Math.max(1, Math.ceil(row.waitMs)),
  }
}

const dayMs = 86_400_000

/** Deletes rows without a recent request. `olderThanMs` must be longer than every window. */
export async function forgetOldRequests(db: Db, olderThanMs = dayMs): Promise<void> {
  await sql`
    delete from rate_limits
    where accepted_at[cardinality(accepted_at)] < now() - make_interval(secs => ${olderThanMs / 1000})`.execute(db)
}
