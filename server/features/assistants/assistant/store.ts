// The SQL of assistants.
import { type RawBuilder, sql } from 'kysely'
import type { Hook } from '#server/features/webhooks/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, changesOne, firstRow, mapOf, oneValue } from '#server/platform/database/statements.ts'
import type { Assistant, AssistantSettings, AssistantStatus, AssistantType } from './assistant.ts'
import { commonDefaults } from './defaults.ts'
import { type Field, fields, settingOf } from './setting-names.ts'
import { type AssistantWebhook, assistantWebhooks } from './webhooks.ts'

/** Fields with a column of the same name. */
const columnFields = [
  'name',
  'type',
  'mode',
  'language_id',
  'voice_id',
  'llm_model_id',
  'multimodal_model_id',
  'chat_llm_fallback_id',
  'synthesizer_provider_id',
  'transcriber_provider_id',
  'folder_id',
  'knowledgebase_id',
  'phone_number_id',
] as const satisfies Field[]

/** Every other field is stored in the `configuration` column, except for the labels and tools, which have tables. */
const configurationFields = fields.filter((field) => ![...columnFields, 'label_ids', 'tool_ids'].includes(field))

interface AssistantRow extends Omit<Assistant, keyof AssistantSettings>, Partial<AssistantSettings> {
  configuration: Partial<AssistantSettings>
}

const columns = sql`
  ${sql.join(columnFields.map((field) => sql.ref(`a.${field}`)))},
  a.id, a.uuid, a.account_id, a.status, a.deactivated, a.version, a.configuration, a.created_at, a.updated_at,
  (select coalesce(json_agg(l.label_id order by l.label_id), '[]') from assistant_labels l
    where l.account_id = a.account_id and l.assistant_id = a.id) as label_ids,
  (select coalesce(json_agg(t.tool_id order by t.tool_id), '[]') from assistant_tools t
    where t.account_id = a.account_id and t.assistant_id = a.id) as tool_ids`

/** A setting that was added after the row was written has its default value. */
function assistantOf({ configuration, ...row }: AssistantRow): Assistant {
  return { ...commonDefaults(), ...configuration, ...row } as Assistant
}

async function selectWhere(db: Db, condition: RawBuilder<unknown>): Promise<Assistant[]> {
  const { rows } = await sql<AssistantRow>`
    select ${columns} from assistants a where a.deleted_at is null and ${condition}`.execute(db)
  return rows.map(assistantOf)
}

/** `known`: the `names` that an assistant declares as variables or uses in its texts. `declared`: all declared variables. */
export async function selectUsedVariables(
  db: Db,
  accountId: number,
  names: readonly string[],
): Promise<{ known: string[]; declared: string[] }> {
  const declared = await allValues<string>(db)`
    select distinct jsonb_object_keys(a.configuration->'variables') as name from assistants a
    where a.account_id = ${accountId} and a.deleted_at is null order by name limit 1000`
  const used = await allValues<string>(db)`
    select wanted from unnest(${names}::text[]) wanted where exists (
      select from assistants a where a.account_id = ${accountId} and a.deleted_at is null and (
        a.configuration->'variables' ? wanted
        or strpos(
          replace(concat_ws(chr(10), a.configuration->>'systemPrompt', a.configuration->>'initialMessage'), ' ', ''),
          '{{' || replace(wanted, ' ', '') || '}}') > 0))`
  return { known: used, declared }
}

export async function findAssistant(db: Db, accountId: number, id: number): Promise<Assistant | undefined> {
  return (await selectWhere(db, sql`a.account_id = ${accountId} and a.id = ${id}`))[0]
}

/** If several assistants have the name, returns the first. */
export async function findAssistantByName(db: Db, accountId: number, name: string): Promise<Assistant | undefined> {
  return (await selectWhere(db, sql`a.account_id = ${accountId} and a.name = ${name} order by a.id limit 1`))[0]
}

/** Searches all accounts. Deleted assistants are not found. */
export async function findAssistantByUuid(db: Db, uuid: string): Promise<Assistant | undefined> {
  return (await selectWhere(db, sql`a.uuid = ${uuid}`))[0]
}

/** Returns ids by UUID, without the UUIDs that are not assistants of the account. */
export function findAssistantIds(db: Db, accountId: number, uuids: readonly string[]): Promise<Map<string, number>> {
  return mapOf<string, number>(db)`
    select uuid, id from assistants
    where uuid = any(${uuids}::uuid[]) and account_id = ${accountId} and deleted_at is null`
}

/** Finds the assistant that answers the inbound calls to a phone number. */
export async function findAnsweringAssistant(
  db: Db,
  accountId: number,
  phoneNumberId: number,
): Promise<Assistant | undefined> {
  const isAnswering = sql`a.type = 'inbound' and a.phone_number_id = ${phoneNumberId}`
  return (await selectWhere(db, sql`a.account_id = ${accountId} and ${isAnswering}`))[0]
}

/** Returns the phone numbers whose inbound calls an assistant answers. */
export function selectAnsweredNumbers(db: Db, accountId: number): Promise<number[]> {
  return allValues<number>(db)`
    select phone_number_id as id from assistants
    where account_id = ${accountId} and type = 'inbound' and phone_number_id is not null
      and deleted_at is null`
}

/** Returns the assistants of all accounts that answer calls to phone numbers, or call from them. */
export function selectAssistantsOfNumbers(db: Db, phoneNumberIds: readonly number[]) {
  return allRows<Pick<Assistant, 'phoneNumberId' | 'name' | 'type'>>(db)`
    select phone_number_id, name, type from assistants
    where phone_number_id = any(${phoneNumberIds}::bigint[]) and deleted_at is null order by id`
}

/** Locks the assistant against changes until the transaction ends. */
export async function lockAssistant(db: Db, accountId: number, id: number): Promise<Assistant | undefined> {
  await sql`select from assistants where account_id = ${accountId} and id = ${id} for no key update`.execute(db)
  return findAssistant(db, accountId, id)
}

export interface AssistantFilter {
  type: AssistantType | undefined
  /** A part of the name. */
  search: string | undefined
  folderId: number | undefined
  labelId: number | undefined
}

function matches({ type, search, folderId, labelId }: AssistantFilter): RawBuilder<unknown> {
  const isLabelled = sql`exists (select from assistant_labels l
    where l.account_id = a.account_id and l.assistant_id = a.id and l.label_id = ${labelId ?? null})`
  return sql.join(
    [
      ofType(type),
      search === undefined ? sql`true` : sql`position(lower(${search}) in lower(a.name)) > 0`,
      folderId === undefined ? sql`true` : sql`a.folder_id = ${folderId}`,
      labelId === undefined ? sql`true` : isLabelled,
    ],
    sql` and `,
  )
}

export function selectAssistants(
  db: Db,
  accountId: number,
  { offset, limit, ...filter }: AssistantFilter & { offset: number; limit: number },
): Promise<Assistant[]> {
  const condition = sql`a.account_id = ${accountId} and ${matches(filter)}`
  return selectWhere(db, sql`${condition} order by a.id desc limit ${limit} offset ${offset}`)
}

export function countAssistants(db: Db, accountId: number, filter: AssistantFilter): Promise<number> {
  return oneValue<number>(db)`
    select count(*) as count from assistants a
    where a.account_id = ${accountId} and a.deleted_at is null and ${matches(filter)}`
}

const ofType = (type: AssistantType | undefined) => (type === undefined ? sql`true` : sql`a.type = ${type}`)

export type AssistantSummary = Pick<Assistant, 'id' | 'uuid' | 'name' | 'status' | 'type' | 'mode'>

export function selectSummaries(db: Db, accountId: number, type?: AssistantType) {
  return allRows<AssistantSummary & Pick<Assistant, 'createdAt' | 'updatedAt'>>(db)`
    select a.id, a.uuid, a.name, a.status, a.type, a.mode, a.created_at, a.updated_at
    from assistants a
    where a.account_id = ${accountId} and a.deleted_at is null and ${ofType(type)} order by a.id desc`
}

/** Includes deleted assistants, whose conversations are kept. */
export function selectAssistantNames(db: Db, accountId: number, ids: readonly number[]) {
  return allRows<{ id: number; uuid: string; name: string }>(db)`
    select id, uuid, name from assistants
    where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

/** Does not write the labels and tools. */
export function insertAssistant(
  db: Db,
  accountId: number,
  { uuid, settings, status }: { uuid: string; settings: AssistantSettings; status: AssistantStatus },
): Promise<number> {
  return oneValue<number>(db)`
    insert into assistants (
      account_id, uuid, status, ${sql.join(columnFields.map((field) => sql.ref(field)))}, configuration, created_at, updated_at)
    values (
      ${accountId}, ${uuid}, ${status}, ${sql.join(columnFields.map((field) => columnValue(accountId, settings, field)))},
      ${configurationOf(settings)}, app_now(), app_now())
    returning id`
}

/** Does not write the labels and tools. `completes` activates the assistant unless the API deactivated it. */
export function updateAssistantRow(
  db: Db,
  accountId: number,
  id: number,
  { settings, completes }: { settings: AssistantSettings; completes: boolean },
): Promise<AssistantStatus> {
  return oneValue<AssistantStatus>(db)`
    update assistants set
      ${sql.join(columnFields.map((field) => sql`${sql.ref(field)} = ${columnValue(accountId, settings, field)}`))},
      configuration = ${configurationOf(settings)}, updated_at = app_now(),
      status = case when ${completes}::boolean and not deactivated then 'active' else status end
    where account_id = ${accountId} and id = ${id}
    returning status`
}

/** A folder that is deleted concurrently counts as no folder. */
function columnValue(accountId: number, settings: AssistantSettings, field: (typeof columnFields)[number]) {
  const value = sql`${settings[settingOf(field)]}`
  return field === 'folder_id'
    ? sql`(select id from folders where account_id = ${accountId} and id = ${value} for key share)`
    : value
}

function configurationOf(settings: AssistantSettings): RawBuilder<unknown> {
  const names = configurationFields.map(settingOf)
  return sql`${JSON.stringify(Object.fromEntries(names.map((name) => [name, settings[name]])))}::jsonb`
}

/** Returns false, without an effect, if the URL of the webhook has changed. */
export function disableWebhook(
  db: Db,
  accountId: number,
  { id, webhook, urlSha256 }: Hook<AssistantWebhook>,
): Promise<boolean> {
  const { active, url } = assistantWebhooks[webhook]
  return changesOne(db)`
    update assistants
    set configuration = configuration || jsonb_build_object(${active}::text, false), updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and configuration -> ${active}::text = 'true'
      and encode(sha256(convert_to(configuration ->> ${url}::text, 'UTF8')), 'hex') = ${urlSha256}`
}

/** Ignores labels that are deleted concurrently. */
export const replaceLabels = replaceLinks({ table: 'assistant_labels', column: 'label_id', target: 'labels' })

/** Ignores tools that are deleted concurrently. */
export const replaceTools = replaceLinks({ table: 'assistant_tools', column: 'tool_id', target: 'tools' })

function replaceLinks(names: { table: string; column: string; target: string }) {
  const [table, target, column] = [sql.table(names.table), sql.table(names.target), sql.ref(names.column)]
  return async (db: Db, accountId: number, assistantId: number, ids: readonly number[]): Promise<void> => {
    await sql`
      with wanted as (
        select id from ${target} where account_id = ${accountId} and id = any(${ids}::bigint[]) for key share
      ), removed as (
        delete from ${table}
        where account_id = ${accountId} and assistant_id = ${assistantId} and ${column} not in (select id from wanted)
      )
      insert into ${table} (account_id, assistant_id, ${column})
      select ${accountId}, ${assistantId}, id from wanted
      on conflict do nothing`.execute(db)
  }
}

export function updateStatus(db: Db, accountId: number, id: number, status: AssistantStatus) {
  return firstRow<AssistantSummary>(db)`
    update assistants set status = ${status}, deactivated = ${status === 'inactive'}, updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and deleted_at is null
    returning id, uuid, name, status, type, mode`
}

/** Activates the assistant, unless it was deactivated through the API. */
export async function markInUse(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    update assistants set status = 'active', updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and status <> 'active' and not deactivated
      and deleted_at is null`.execute(db)
}

export function markDeleted(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    update assistants set deleted_at = app_now(), status = 'inactive'
    where account_id = ${accountId} and id = ${id} and deleted_at is null`
}

/** Returns the `ids` that are assistants of the account. */
export function selectOwnedAssistants(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  return allValues<number>(db)`
    select id from assistants
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and deleted_at is null`
}

/** The number of assistants that use each of the account's knowledgebases. Those that none uses are missing. */
export function countAssistantsOfKnowledgebases(
  { db, account }: AccountContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  return mapOf<number, number>(db)`
    select knowledgebase_id as id, count(*)::int as count from assistants
    where account_id = ${account.id} and knowledgebase_id = any(${ids}::bigint[]) and deleted_at is null
    group by 1`
}
