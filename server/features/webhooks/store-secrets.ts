// The SQL of signing secrets. A rotation only adds a row; each secret is replaced by the next one.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allValues, firstRow, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export async function insertSecret(db: Db, accountId: number, { box, hint }: { box: Buffer; hint: string }) {
  await sql`
    insert into webhook_secrets (account_id, box, hint, created_at)
    values (${accountId}, ${box}, ${hint}, app_now())`.execute(db)
}

export function findNewestSecret(db: Db, accountId: number) {
  return firstRow<{ hint: string; createdAt: Timestamp }>(db)`
    select hint, created_at from webhook_secrets where account_id = ${accountId}
    order by id desc limit 1`
}

/** Returns the newest secret and the recently replaced ones, newest first, at most five: each adds a signature. */
export function selectSigningBoxes(db: Db, accountId: number, replacedWithinMs: number): Promise<Buffer[]> {
  return allValues<Buffer>(db)`
    select box from (
      select id, box, lead(created_at) over (order by id) as replaced_at
      from webhook_secrets where account_id = ${accountId}
    ) as secrets
    where replaced_at is null or replaced_at > ${fromNow(-replacedWithinMs)}
    order by id desc limit 5`
}

export async function deleteReplacedSecrets(db: Db, replacedForMs: number): Promise<void> {
  await sql`
    delete from webhook_secrets old
    where exists (
      select from webhook_secrets next
      where next.account_id = old.account_id and next.id > old.id
        and next.created_at <= (select ${fromNow(-replacedForMs)}))`.execute(db)
}

/** Whether any account has a secret. */
export function hasSecrets(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`select exists (select from webhook_secrets) as has`
}
