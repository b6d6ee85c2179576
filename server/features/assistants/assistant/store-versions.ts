// The SQL of the versions of assistants.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow } from '#server/platform/database/statements.ts'
import { mentionedIn } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { AssistantSettings } from './assistant.ts'

export interface VersionHead {
  version: number
  /** Null if it is not known who made the change. */
  authorKind: 'member' | 'operator' | 'key' | 'parley' | null
  /** Null for Parley. */
  author: string | null
  /** Empty for the first version. */
  changedSettings: (keyof AssistantSettings)[]
  createdAt: Timestamp
}

export interface AssistantVersion extends VersionHead {
  /** Settings that were added later are missing. */
  settings: Partial<AssistantSettings>
}

type NewVersion = Omit<AssistantVersion, 'createdAt'> & {
  assistantId: number
  /** Now, if undefined. */
  createdAt: Timestamp | undefined
}

/** Does nothing if the version exists. */
export async function insertVersion(db: Db, accountId: number, version: NewVersion): Promise<void> {
  await sql`
    insert into assistant_versions (
      account_id, assistant_id, version, author_kind, author, changed_settings, settings, created_at)
    values (
      ${accountId}, ${version.assistantId}, ${version.version}, ${version.authorKind}, ${version.author},
      ${version.changedSettings}::text[], ${JSON.stringify(version.settings)}::jsonb,
      coalesce(${version.createdAt ?? null}::timestamptz, app_now()))
    on conflict do nothing`.execute(db)
}

/** Newest first. */
export function selectVersions(db: Db, accountId: number, assistantId: number): Promise<VersionHead[]> {
  return allRows<VersionHead>(db)`
    select version, author_kind, author, changed_settings, created_at from assistant_versions
    where account_id = ${accountId} and assistant_id = ${assistantId} order by version desc`
}

export function findVersion(
  db: Db,
  accountId: number,
  { assistantId, version }: { assistantId: number; version: number },
): Promise<AssistantVersion | undefined> {
  return firstRow<AssistantVersion>(db)`
    select version, author_kind, author, changed_settings, settings, created_at from assistant_versions
    where account_id = ${accountId} and assistant_id = ${assistantId} and version = ${version}::bigint`
}

/** Deletes the versions up to and including `upTo`. */
export async function deleteVersions(
  db: Db,
  accountId: number,
  { assistantId, upTo }: { assistantId: number; upTo: number },
): Promise<void> {
  await sql`
    delete from assistant_versions
    where account_id = ${accountId} and assistant_id = ${assistantId} and version <= ${upTo}`.execute(db)
}

export async function setVersion(
  db: Db,
  accountId: number,
  { assistantId, version }: { assistantId: number; version: number },
): Promise<void> {
  await sql`
    update assistants set version = ${version}
    where account_id = ${accountId} and id = ${assistantId}`.execute(db)
}

/** Only earlier versions: the current settings belong to the account. */
export const personalVersions: PersonalTable = {
  name: 'assistant_versions',
  isOf: (person) => sql`${mentionedIn(person, 't.settings')} and t.version < (
    select a.version from assistants a where a.account_id = t.account_id and a.id = t.assistant_id)`,
  erasedAs: 'assistant_versions',
}
