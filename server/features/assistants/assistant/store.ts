// The SQL of assistants.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Assistant, AssistantSettings, AssistantStatus, AssistantType } from './assistant.ts'
import { type Configuration, newConfiguration } from './defaults.ts'
import { assistantWebhooks, type ReadHook } from './webhooks.ts'

interface AssistantRow extends Omit<Assistant, keyof Configuration> {
  configuration: Partial<Configuration>
}

const columns = sql`
  a.id, a.uuid, a.account_id as "accountId", a.name, a.status, a.deactivated, a.type, a.mode,
  a.language_id as "languageId", a.voice_id as "voiceId",
  a.llm_model_id as "llmModelId", a.multimodal_model_id as "multimodalModelId",
  a.chat_llm_fallback_id as "chatLlmFallbackId",
  a.synthesizer_provider_id as "synthesizerProviderId", a.transcriber_provider_id as "transcriberProviderId",
  a.folder_id as "folderId", a.knowledgebase_id as "knowledgebaseId", a.phone_number_id as "phoneNumberId",
  a.configuration, a.created_at as "createdAt", a.updated_at as "updatedAt",
  (select coalesce(json_agg(l.label_id order by l.label_id), '[]') from assistant_labels l
    where l.account_id = a.account_id and l.assistant_id = a.id) as "labelIds",
  (select coalesce(json_agg(t.tool_id order by t.tool_id), '[]') from assistant_tools t
    where t.account_id = a.account_id and t.assistant_id = a.id) as "toolIds"`

/** A setting that is younger than the row has the value that a new assistant gets. */
function assistantOf({ configuration, ...row }: AssistantRow): Assistant {
  return { ...newConfiguration(), ...configuration, ...row }
}

export async function findAssistant(db: Db, accountId: number, id: number): Promise<Assistant | undefined> {
  const { rows } = await sql<AssistantRow>`
    select ${columns} from assistants a
    where a.account_id = ${accountId} and a.id = ${id} and a.deleted_at is null`.execute(db)
  return rows[0] && assistantOf(rows[0])
}

/** The first of that name. */
export async function findAssistantByName(db: Db, accountId: number, name: string): Promise<Assistant | undefined> {
  const { rows } = await sql<AssistantRow>`
    select ${columns} from assistants a
    where a.account_id = ${accountId} and a.name = ${name} and a.deleted_at is null
    order by a.id limit 1`.execute(db)
  return rows[0] && assistantOf(rows[0])
}

/** Of whichever account; a deleted one is not found. */
export async function findAssistantByUuid(db: Db, uuid: string): Promise<Assistant | undefined> {
  const { rows } = await sql<AssistantRow>`
    select ${columns} from assistants a where a.uuid = ${uuid} and a.deleted_at is null`.execute(db)
  return rows[0] && assistantOf(rows[0])
}

/** Ids by UUID, of those that are assistants of the account. */
export async function findAssistantIds(
  db: Db,
  accountId: number,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ uuid: string; id: number }>`
    select uuid, id from assistants
    where uuid = any(${uuids}::uuid[]) and account_id = ${accountId} and deleted_at is null`.execute(db)
  return new Map(rows.map(({ uuid, id }) => [uuid, id]))
}

/** Nobody else changes it until the transaction ends. */
export async function lockAssistant(db: Db, accountId: number, id: number): Promise<Assistant | undefined> {
  await sql`select from assistants where account_id = ${accountId} and id = ${id} for no key update`.execute(db)
  return findAssistant(db, accountId, id)
}

export async function selectAssistants(
  db: Db,
  accountId: number,
  filter: { type: AssistantType | undefined; offset: number; limit: number },
): Promise<Assistant[]> {
  const { rows } = await sql<AssistantRow>`
    select ${columns} from assistants a
    where a.account_id = ${accountId} and a.deleted_at is null and ${ofType(filter.type)}
    order by a.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows.map(assistantOf)
}

export async function countAssistants(db: Db, accountId: number, type?: AssistantType): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from assistants a
    where a.account_id = ${accountId} and a.deleted_at is null and ${ofType(type)}`.execute(db)
  return rows[0]!.count
}

const ofType = (type: AssistantType | undefined) => (type === undefined ? sql`true` : sql`a.type = ${type}`)

export type AssistantSummary = Pick<Assistant, 'id' | 'uuid' | 'name' | 'status' | 'type' | 'mode'>

export async function selectSummaries(
  db: Db,
  accountId: number,
  type?: AssistantType,
): Promise<(AssistantSummary & Pick<Assistant, 'createdAt' | 'updatedAt'>)[]> {
  const { rows } = await sql<AssistantSummary & Pick<Assistant, 'createdAt' | 'updatedAt'>>`
    select a.id, a.uuid, a.name, a.status, a.type, a.mode, a.created_at as "createdAt", a.updated_at as "updatedAt"
    from assistants a
    where a.account_id = ${accountId} and a.deleted_at is null and ${ofType(type)} order by a.id desc`.execute(db)
  return rows
}

/** For the records that an assistant leaves behind: deleted ones are among them. */
export async function selectAssistantNames(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<{ id: number; uuid: string; name: string }[]> {
  const { rows } = await sql<{ id: number; uuid: string; name: string }>`
    select id, uuid, name from assistants
    where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(db)
  return rows
}

interface NewRow {
  uuid: string
  settings: AssistantSettings
}

/** Without its labels and tools. A folder that has gone in this moment is none. */
export async function insertAssistant(db: Db, accountId: number, { uuid, settings }: NewRow): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into assistants (
      account_id, uuid, name, type, mode, language_id, voice_id, llm_model_id, multimodal_model_id,
      chat_llm_fallback_id, synthesizer_provider_id, transcriber_provider_id, folder_id, knowledgebase_id,
      phone_number_id, configuration, created_at, updated_at)
    values (
      ${accountId}, ${uuid}, ${settings.name}, ${settings.type}, ${settings.mode}, ${settings.languageId},
      ${settings.voiceId}, ${settings.llmModelId}, ${settings.multimodalModelId}, ${settings.chatLlmFallbackId},
      ${settings.synthesizerProviderId}, ${settings.transcriberProviderId},
      (select id from folders where account_id = ${accountId} and id = ${settings.folderId} for key share),
      ${settings.knowledgebaseId}, ${settings.phoneNumberId}, ${configurationOf(settings)}, app_now(), app_now())
    returning id`.execute(db)
  return rows[0]!.id
}

interface ChangedRow {
  settings: AssistantSettings
  /** Make it active, unless it was deactivated by hand. */
  completes: boolean
}

/** Without its labels and tools. */
export async function updateAssistantRow(
  db: Db,
  accountId: number,
  id: number,
  { settings, completes }: ChangedRow,
): Promise<AssistantStatus> {
  const { rows } = await sql<{ status: AssistantStatus }>`
    update assistants set
      name = ${settings.name}, type = ${settings.type}, mode = ${settings.mode},
      language_id = ${settings.languageId}, voice_id = ${settings.voiceId},
      llm_model_id = ${settings.llmModelId}, multimodal_model_id = ${settings.multimodalModelId},
      chat_llm_fallback_id = ${settings.chatLlmFallbackId},
      synthesizer_provider_id = ${settings.synthesizerProviderId},
      transcriber_provider_id = ${settings.transcriberProviderId},
      folder_id = (select id from folders where account_id = ${accountId} and id = ${settings.folderId} for key share),
      knowledgebase_id = ${settings.knowledgebaseId}, phone_number_id = ${settings.phoneNumberId},
      configuration = ${configurationOf(settings)}, updated_at = app_now(),
      status = case when ${completes}::boolean and not deactivated then 'active' else status end
    where account_id = ${accountId} and id = ${id}
    returning status`.execute(db)
  return rows[0]!.status
}

function configurationOf(settings: AssistantSettings): ReturnType<typeof sql> {
  const configuration = Object.fromEntries(
    Object.keys(newConfiguration()).map((name) => [name, settings[name as keyof Configuration]]),
  )
  return sql`${JSON.stringify(configuration)}::jsonb`
}

/** Only while it has the address that answered. */
export async function switchWebhookOff(db: Db, accountId: number, { id, webhook, urlSha256 }: ReadHook): Promise<void> {
  const { active, url } = assistantWebhooks[webhook]
  await sql`
    update assistants
    set configuration = configuration || jsonb_build_object(${active}::text, false), updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and configuration -> ${active}::text = 'true'
      and encode(sha256(convert_to(configuration ->> ${url}::text, 'UTF8')), 'hex') = ${urlSha256}`.execute(db)
}

/** Those that have gone in this moment are left out. */
export const replaceLabels = replaceLinks({ table: 'assistant_labels', column: 'label_id', target: 'labels' })

/** Those that have gone in this moment are left out. */
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

export async function updateStatus(
  db: Db,
  accountId: number,
  id: number,
  status: AssistantStatus,
): Promise<AssistantSummary | undefined> {
  const { rows } = await sql<AssistantSummary>`
    update assistants set status = ${status}, deactivated = ${status === 'inactive'}, updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and deleted_at is null
    returning id, uuid, name, status, type, mode`.execute(db)
  return rows[0]
}

/** Make it active, unless it was deactivated by hand. */
export async function markInUse(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    update assistants set status = 'active', updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and status <> 'active' and not deactivated
      and deleted_at is null`.execute(db)
}

export async function markDeleted(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update assistants set deleted_at = app_now(), status = 'inactive'
    where account_id = ${accountId} and id = ${id} and deleted_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Those of `ids` that are assistants of the account. */
export async function selectOwnedAssistants(db: Db, accountId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from assistants
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(db)
  return rows.map(({ id }) => id)
}
