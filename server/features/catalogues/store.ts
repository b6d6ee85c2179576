// The SQL of the catalogues: seeding the tables, retired records, and the voices of an account.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Language, LlmModel, MultimodalModel, SpeechProvider, Voice } from './data.ts'

/** Lower ids belong to the records that ship with Parley; an account's own voices start here. */
const firstOwnId = 1_000_000

const columnTypes = {
  synthesizer_providers: { id: 'int', name: 'text', code: 'text', language_ids: 'int[]' },
  transcriber_providers: { id: 'int', name: 'text', code: 'text', language_ids: 'int[]' },
  languages: {
    id: 'int',
    name: 'text',
    iso_2: 'text',
    locale: 'text',
    synthesizer_provider_id: 'int',
    transcriber_provider_id: 'int',
  },
  llm_models: { id: 'int', name: 'text', vendor: 'text', code: 'text', ends_on: 'date' },
  multimodal_models: { id: 'int', name: 'text', vendor: 'text', code: 'text', modes: 'text[]', ends_on: 'date' },
  voices: {
    id: 'int',
    name: 'text',
    language_id: 'int',
    gender: 'text',
    accent: 'text',
    age: 'text',
    synthesizer_provider_id: 'int',
    realtime_vendor: 'text',
    code: 'text',
  },
} as const

type CatalogueTable = keyof typeof columnTypes

type CatalogueRow<T extends CatalogueTable> = Record<keyof (typeof columnTypes)[T], unknown>

/** Inserts or updates the records that ship with Parley, and retires those that are no longer among them. */
export async function upsertRecords<T extends CatalogueTable>(
  db: Db,
  table: T,
  rows: CatalogueRow<T>[],
): Promise<void> {
  const types = Object.entries(columnTypes[table])
  const columns = sql.join(types.map(([column]) => sql.ref(column)))
  const typed = sql.join(types.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`))
  const changes = sql.join(types.map(([column]) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))
  await sql`
    with shipped as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (${typed})
    ), upserted as (
      insert into ${sql.table(table)} (${columns}) select ${columns} from shipped
      on conflict (id) do update set ${changes}, retired = false
    )
    update ${sql.table(table)} set retired = true
    where id < ${firstOwnId} and not retired and id not in (select id from shipped)`.execute(db)
}

export async function selectVersion(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`select version from catalogue_version`.execute(db)
  return rows[0]?.version
}

export async function upsertVersion(db: Db, version: string): Promise<void> {
  await sql`
    insert into catalogue_version (version) values (${version})
    on conflict (only_row) do update set version = excluded.version`.execute(db)
}

const voiceColumns = sql`
  id, name, language_id as "languageId", gender, accent, age,
  synthesizer_provider_id as "synthesizerProviderId", realtime_vendor as "realtimeVendor", code`

export async function selectOwnVoices(db: Db, accountId: number): Promise<Voice[]> {
  const { rows } = await sql<Voice>`
    select ${voiceColumns} from voices where account_id = ${accountId} and not retired order by id`.execute(db)
  return rows
}

/** Adds a voice that the account cloned at a speech provider under `code`; returns its id. */
export async function insertOwnVoice(
  db: Db,
  accountId: number,
  voice: { name: string; languageId: number; gender: 'male' | 'female'; synthesizerProviderId: number; code: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into voices (account_id, name, language_id, gender, synthesizer_provider_id, code)
    values (${accountId}, ${voice.name}, ${voice.languageId}, ${voice.gender}, ${voice.synthesizerProviderId}, ${voice.code})
    returning id`.execute(db)
  return rows[0]!.id
}

/** A public voice or one of the account's own, retired or not. */
export async function selectVoice(db: Db, accountId: number, id: number): Promise<Voice | undefined> {
  const { rows } = await sql<Voice>`
    select ${voiceColumns} from voices
    where id = ${id}::bigint and (account_id is null or account_id = ${accountId})`.execute(db)
  return rows[0]
}

export function selectLanguage(db: Db, id: number): Promise<Language | undefined> {
  const columns = sql`
    id, name, iso_2 as "iso2", locale,
    synthesizer_provider_id as "synthesizerProviderId", transcriber_provider_id as "transcriberProviderId"`
  return selectById<Language>(db, 'languages', columns, id)
}

export function selectLlmModel(db: Db, id: number): Promise<LlmModel | undefined> {
  return selectById<LlmModel>(db, 'llm_models', sql`id, name, vendor, code, ends_on::text as "endsOn"`, id)
}

export function selectMultimodalModel(db: Db, id: number): Promise<MultimodalModel | undefined> {
  const columns = sql`id, name, vendor, code, modes, ends_on::text as "endsOn"`
  return selectById<MultimodalModel>(db, 'multimodal_models', columns, id)
}

export function selectProvider(
  db: Db,
  table: 'synthesizer_providers' | 'transcriber_providers',
  id: number,
): Promise<SpeechProvider | undefined> {
  return selectById<SpeechProvider>(db, table, sql`id, name, code, language_ids as "languageIds"`, id)
}

async function selectById<R>(
  db: Db,
  table: CatalogueTable,
  columns: RawBuilder<unknown>,
  id: number,
): Promise<R | undefined> {
  const { rows } = await sql<R>`select ${columns} from ${sql.table(table)} where id = ${id}::bigint`.execute(db)
  return rows[0]
}
