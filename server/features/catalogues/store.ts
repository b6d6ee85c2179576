// The SQL of the catalogues: seeding the tables, retired records, and the voices of an account.
import { firstOwnVoiceId, firstPackVoiceId } from '@parley/rules'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow, oneValue } from '#server/platform/database/statements.ts'
import { type CatalogueData, catalogueData, type Voice } from './data.ts'

/** The fields and SQL types of each catalogue; tables and columns have the same names in snake case. */
const fieldTypes = {
  synthesizerProviders: { id: 'int', name: 'text', code: 'text', languageIds: 'int[]' },
  transcriberProviders: { id: 'int', name: 'text', code: 'text', languageIds: 'int[]' },
  languages: {
    id: 'int',
    name: 'text',
    iso2: 'text',
    locale: 'text',
    synthesizerProviderId: 'int',
    transcriberProviderId: 'int',
  },
  llmModels: { id: 'int', name: 'text', vendor: 'text', code: 'text', endsOn: 'date' },
  multimodalModels: { id: 'int', name: 'text', vendor: 'text', code: 'text', modes: 'text[]', endsOn: 'date' },
  voices: {
    id: 'int',
    name: 'text',
    languageId: 'int',
    gender: 'text',
    accent: 'text',
    age: 'text',
    synthesizerProviderId: 'int',
    realtimeVendor: 'text',
    code: 'text',
  },
} as const satisfies { [C in Catalogue]: Record<keyof CatalogueRecord<C>, string> }

export type Catalogue = Exclude<keyof CatalogueData, 'version'>
export type CatalogueRecord<C extends Catalogue> = CatalogueData[C][number]

export const catalogueNames = Object.keys(fieldTypes) as Catalogue[]

const snakeCase = (name: string): string => name.replace(/[A-Z]|\d/g, (character) => `_${character.toLowerCase()}`)

/** Must run in one process at a time. Does nothing if the database already holds this version of the catalogues. */
export async function seedCatalogues(db: Db, data = catalogueData()): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version from catalogue_version`.execute(db)
  if (rows[0]?.version === data.version) return
  await db.transaction().execute(async (tx) => {
    for (const catalogue of catalogueNames) await upsertRecords(tx, catalogue, data[catalogue])
    await sql`
      insert into catalogue_version (version) values (${data.version})
      on conflict (only_row) do update set version = excluded.version`.execute(tx)
  })
}

/** Inserts or updates the records that ship with Parley, and retires those that are no longer among them. */
export async function upsertRecords<C extends Catalogue>(db: Db, catalogue: C, records: readonly CatalogueRecord<C>[]) {
  const table = sql.table(snakeCase(catalogue))
  const fields = Object.entries(fieldTypes[catalogue])
  const columns = sql.join(fields.map(([field]) => sql.ref(snakeCase(field))))
  const values = sql.join(fields.map(([field]) => sql.ref(field)))
  const typed = sql.join(fields.map(([field, type]) => sql`${sql.ref(field)} ${sql.raw(type)}`))
  const changes = sql.join(
    fields.map(([field]) => sql`${sql.ref(snakeCase(field))} = excluded.${sql.ref(snakeCase(field))}`),
  )
  await sql`
    with shipped as (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as d (${typed})
    ), upserted as (
      insert into ${table} (${columns}) select ${values} from shipped
      on conflict (id) do update set ${changes}, retired = false
    )
    update ${table} set retired = true
    where id < ${firstOwnVoiceId} and not retired and id not in (select id from shipped)`.execute(db)
}

const selectFrom = (catalogue: Catalogue) => {
  const columns = Object.entries(fieldTypes[catalogue]).map(([field, type]) => {
    const column = sql.ref(snakeCase(field))
    return type === 'date' ? sql`${column}::text` : column
  })
  return sql`select ${sql.join(columns)} from ${sql.table(snakeCase(catalogue))}`
}

/** Finds a record, retired or not. Voices of other accounts are not found. */
export function findRecord<C extends Catalogue>(db: Db, accountId: number, catalogue: C, id: number) {
  const isVisible = catalogue === 'voices' ? sql`(account_id is null or account_id = ${accountId})` : sql`true`
  return firstRow<CatalogueRecord<C>>(db)`
    ${selectFrom(catalogue)} where id = ${id}::bigint and ${isVisible}`
}

export function selectOwnVoices(db: Db, accountId: number): Promise<Voice[]> {
  return allRows<Voice>(db)`
    ${selectFrom('voices')} where account_id = ${accountId} and not retired order by id`
}

type PackVoiceRecord = Omit<Voice, 'id'>

/**
 * Returns the voices with these codes, after adding those that are missing and updating those that have changed. Their ids
 * stay when a pack is removed and added again. They count as retired, because they do not ship with Parley. Voices for
 * which no id is left are left out.
 */
export async function keepPackVoices(db: Db, voices: readonly PackVoiceRecord[]): Promise<Voice[]> {
  const codes = voices.map(({ code }) => code)
  const isPackVoice = sql`id between ${firstPackVoiceId} and ${firstOwnVoiceId - 1}`
  const select = (using: Db) => allRows<Voice>(using)`
    ${selectFrom('voices')} join unnest(${codes}::text[]) as wanted (wanted_code) on code = wanted_code
    where ${isPackVoice} order by id`
  const differing = (known: readonly Voice[]): PackVoiceRecord[] => {
    const byCode = new Map(known.map((voice) => [voice.code, voice]))
    return voices.filter(({ code, name, gender }) => {
      const voice = byCode.get(code)
      return voice?.name !== name || voice.gender !== gender
    })
  }
  const known = await select(db)
  if (differing(known).length === 0) return known
  return db.transaction().execute(async (tx) => {
    await sql`lock table voices in share row exclusive mode`.execute(tx)
    const present = await select(tx)
    const presentCodes = new Set(present.map(({ code }) => code))
    const changed = differing(present)
    const asRows = (rows: readonly PackVoiceRecord[]) =>
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (name text, "languageId" int, gender text, "synthesizerProviderId" int, code text)`
    await sql`
      update voices set name = changed.name, gender = changed.gender
      from (select * from ${asRows(changed.filter(({ code }) => presentCodes.has(code)))}) as changed
      where voices.code = changed.code and voices.id between ${firstPackVoiceId} and ${firstOwnVoiceId - 1}`.execute(tx)
    await sql`
      insert into voices (id, name, language_id, gender, synthesizer_provider_id, code, retired)
      select last.id + number, name, "languageId", gender, "synthesizerProviderId", code, true
      from (select coalesce(max(id), ${firstPackVoiceId - 1}) as id from voices where ${isPackVoice}) as last,
        (select *, row_number() over () as number from ${asRows(changed.filter(({ code }) => !presentCodes.has(code)))})
          as added
      where last.id + number < ${firstOwnVoiceId}`.execute(tx)
    return select(tx)
  })
}

/** Adds a voice that the account cloned at a speech provider under `code`; returns its id. */
export function insertOwnVoice(
  db: Db,
  accountId: number,
  voice: { name: string; languageId: number; gender: 'male' | 'female'; synthesizerProviderId: number; code: string },
): Promise<number> {
  return oneValue<number>(db)`
    insert into voices (account_id, name, language_id, gender, synthesizer_provider_id, code)
    values (${accountId}, ${voice.name}, ${voice.languageId}, ${voice.gender}, ${voice.synthesizerProviderId}, ${voice.code})
    returning id`
}
