// SQL for the contacts that were merged into one another.
import { sql } from 'kysely'

/** The contact into which this one was merged, or one into which that was merged; itself if it was not. Null if there is none. */
export const rootOf = (accountId: number, id: number) => sql<number | null>`(
  with recursive above as (
    select c.id, c.merged_into from contacts c where c.account_id = ${accountId} and c.id = ${id}
    union all
    select c.id, c.merged_into from above a join contacts c on c.account_id = ${accountId} and c.id = a.merged_into
  ) select id from above where merged_into is null)`

/** The contact and all that were merged into it, also by several merges. */
export const withMerged = (accountId: number, id: number) => sql`(
  with recursive below as (
    select ${id}::bigint as id
    union all
    select c.id from below b join contacts c on c.account_id = ${accountId} and c.merged_into = b.id
  ) select id from below)`
