// The SQL of idempotency keys: which process handles the request under a key, and the stored reply.
import { type RawBuilder, sql } from 'kysely'
import { firstRow } from '#server/platform/database/statements.ts'
import type { AppContext } from '../../context/context.ts'
import type { Db } from '../../database/database.ts'
import type { IdempotentOperation } from '../../idempotent-operation.ts'

export type KeyContext = Pick<AppContext, 'db' | 'processId' | 'liveness'>

export interface KeyIdentity {
  scope: string
  key: string
  /** The hash of the request. */
  sha256: string
}

/** This process handles the request. */
export interface KeyClaim extends Pick<KeyIdentity, 'scope' | 'key'> {
  operation: IdempotentOperation
}

export interface KeyRow {
  sha256: string
  status: number | null
  reply: string | null
  holder: string | null
}

const isOld = sql`k.created_at < now() - interval '24 hours'`

/** Undefined if the key is taken. A released key can only be claimed again by the same request. */
export function insertClaim(
  { db, processId }: KeyContext,
  { scope, key, sha256 }: KeyIdentity,
): Promise<IdempotentOperation | undefined> {
  return firstRow<IdempotentOperation>(db)`
    insert into idempotency_keys as k (scope, key, request_sha256, holder)
    values (${scope}, ${key}, ${sha256}, ${processId})
    on conflict (scope, key) do update set request_sha256 = ${sha256}, holder = ${processId}, status = null, reply = null,
      effect_key = case when ${isOld} then gen_random_uuid() else k.effect_key end,
      created_at = case when ${isOld} then now() else k.created_at end
      where ${isOld} or (k.status is null and k.holder is null and k.request_sha256 = ${sha256})
    returning k.effect_key as key, k.created_at < now() as is_resumed`
}

export function findKey(db: Db, { scope, key }: KeyIdentity): Promise<KeyRow | undefined> {
  return firstRow<KeyRow>(db)`
    select request_sha256 as sha256, status, reply, holder from idempotency_keys
    where scope = ${scope} and key = ${key}`
}

/** Undefined if another process took the key over first. */
export async function takeOver(
  { db, processId }: KeyContext,
  { scope, key, sha256 }: KeyIdentity,
  from: string,
): Promise<IdempotentOperation | undefined> {
  const { rows } = await sql<{ key: string }>`
    update idempotency_keys set holder = ${processId}
    where scope = ${scope} and key = ${key} and request_sha256 = ${sha256} and status is null and holder = ${from}
    returning effect_key as key`.execute(db)
  return rows[0] && { key: rows[0].key, isResumed: true }
}

const isOurs = ({ processId }: KeyContext, { scope, key, operation }: KeyClaim): RawBuilder<unknown> => sql`
  scope = ${scope} and key = ${key} and effect_key = ${operation.key} and holder = ${processId} and status is null`

/** This and the next two functions do nothing if another process holds the key. */
export async function storeAnswer(
  context: KeyContext,
  claim: KeyClaim,
  answer: { status: number; body: unknown },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${answer.status}, reply = ${JSON.stringify(answer.body)}
    where ${isOurs(context, claim)}`.execute(context.db)
}

/** For requests without any effect: any request can use the key. */
export async function deleteKey(context: KeyContext, claim: KeyClaim): Promise<void> {
  await sql`delete from idempotency_keys where ${isOurs(context, claim)}`.execute(context.db)
}

/** For requests that failed on the server or whose outcome is unknown: the same request resumes under the key. */
export async function releaseKey(context: KeyContext, claim: KeyClaim): Promise<void> {
  await sql`update idempotency_keys set holder = null where ${isOurs(context, claim)}`.execute(context.db)
}

/** Whatever this process has claimed. No request may be active under the key. */
export async function releaseKeyOf(
  { db, processId }: KeyContext,
  { scope, key }: Pick<KeyIdentity, 'scope' | 'key'>,
): Promise<void> {
  await sql`
    update idempotency_keys set holder = null
    where scope = ${scope} and key = ${key} and holder = ${processId} and status is null`.execute(db)
}

export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
}
