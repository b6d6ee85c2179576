// The SQL of automations and their versions.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Flow, FlowVersion, TriggerType } from '../flow/flow.ts'
import type { Automation } from './automation.ts'

/** Without the sample, which can be large. */
export type AutomationHead = Omit<Automation, 'sample'>

const columns = sql`
  a.account_id, a.id, a.name, a.is_enabled, a.version, a.trigger_type, a.webhook_token, a.assistant_id, a.bound_webhook,
  a.next_at, a.created_at, a.updated_at`

function selectWhere(db: Db, condition: RawBuilder<unknown>): Promise<AutomationHead[]> {
  return allRows<AutomationHead>(db)`
    select ${columns} from automations a where a.deleted_at is null and ${condition}
    order by a.created_at desc, a.id`
}

/** Newest first. */
export const selectAutomations = (db: Db, accountId: number): Promise<AutomationHead[]> =>
  selectWhere(db, sql`a.account_id = ${accountId}`)

function findById(db: Db, accountId: number, id: string, lock = sql``): Promise<Automation | undefined> {
  return firstRow<Automation>(db)`
    select ${columns}, a.sample from automations a
    where a.account_id = ${accountId} and a.id = ${id} and a.deleted_at is null ${lock}`
}

export const findAutomation = (db: Db, accountId: number, id: string): Promise<Automation | undefined> =>
  findById(db, accountId, id)

/** Locks the automation until the transaction ends. */
export const lockAutomation = (db: Db, accountId: number, id: string): Promise<Automation | undefined> =>
  findById(db, accountId, id, sql`for no key update`)

/** Searches all accounts, for requests to webhook triggers. */
export async function findAutomationByToken(db: Db, token: string): Promise<AutomationHead | undefined> {
  return (await selectWhere(db, sql`a.webhook_token = ${token}`))[0]
}

/** Whether an enabled automation has this trigger. */
export function hasTriggered(db: Db, accountId: number, type: TriggerType): Promise<boolean> {
  return hasRows(db)`
    select from automations
    where account_id = ${accountId} and trigger_type = ${type} and is_enabled and deleted_at is null limit 1`
}

/** Enabled automations that an event starts. Those with an assistant only for events of that assistant. */
export const selectTriggered = (
  db: Db,
  accountId: number,
  { type, assistantId }: { type: TriggerType; assistantId: number | null },
): Promise<AutomationHead[]> =>
  selectWhere(
    db,
    sql`a.account_id = ${accountId} and a.trigger_type = ${type} and a.is_enabled
      and (a.assistant_id is null or a.assistant_id = ${assistantId})`,
  )

type NewAutomation = Omit<Automation, 'accountId' | 'nextAt' | 'createdAt' | 'updatedAt'> & { nextAt: Date | null }

/** Returns false if the account has `limit` automations. Throws a unique violation if it has one with the id. */
export function insertAutomation(
  db: Db,
  accountId: number,
  automation: NewAutomation,
  limit: number,
): Promise<boolean> {
  const { id, name, isEnabled, version, triggerType, webhookToken, assistantId, boundWebhook, sample } = automation
  return changesOne(db)`
    insert into automations (account_id, id, name, is_enabled, version, trigger_type, webhook_token, assistant_id,
      bound_webhook, sample, next_at, created_at, updated_at)
    select ${accountId}, ${id}, ${name}, ${isEnabled}, ${version}, ${triggerType}, ${webhookToken},
      ${assistantId}::bigint, ${boundWebhook}, ${JSON.stringify(sample ?? null)}::json,
      ${automation.nextAt}::timestamptz, app_now(), app_now()
    where (select count(*) from automations where account_id = ${accountId} and deleted_at is null) < ${limit}`
}

interface VersionKey {
  automationId: string
  version: number
}

export async function insertVersion(
  db: Db,
  accountId: number,
  { automationId, version }: VersionKey,
  { flow, sealedSecret, sealedHeaders, scopes }: FlowVersion,
): Promise<void> {
  await sql`
    insert into automation_versions (account_id, automation_id, version, flow, sealed_secret, sealed_headers, scopes,
      created_at)
    values (${accountId}, ${automationId}, ${version}, ${JSON.stringify(flow)}::json, ${sealedSecret},
      ${sealedHeaders}, ${scopes}::text[], app_now())`.execute(db)
}

export function findVersion(
  db: Db,
  accountId: number,
  { automationId, version }: VersionKey,
): Promise<FlowVersion | undefined> {
  return firstRow<FlowVersion>(db)`
    select flow, sealed_secret, sealed_headers, scopes from automation_versions
    where account_id = ${accountId} and automation_id = ${automationId} and version = ${version}`
}

export async function findFlow(db: Db, accountId: number, key: VersionKey): Promise<Flow | undefined> {
  return (await findVersion(db, accountId, key))?.flow
}

/** Whether a version of any account has encrypted secrets. */
export function hasTriggerSecrets(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (
      select from automation_versions where sealed_secret is not null or sealed_headers is not null) as has`
}

export interface UnsealedVersion extends VersionKey {
  accountId: number
  flow: Flow
}

/** Versions from before headers were encrypted, of all accounts, after `last`. */
export function selectUnsealedVersions(
  db: Db,
  last: Omit<UnsealedVersion, 'flow'>,
  limit: number,
): Promise<UnsealedVersion[]> {
  return allRows<UnsealedVersion>(db)`
    select account_id, automation_id, version, flow from automation_versions
    where (account_id, automation_id, version) > (${last.accountId}, ${last.automationId}, ${last.version})
      and sealed_headers is null and flow::text like '%"headers"%'
    order by account_id, automation_id, version limit ${limit}`
}

export async function sealVersion(
  db: Db,
  { accountId, automationId, version }: Omit<UnsealedVersion, 'flow'>,
  { flow, sealedHeaders }: Pick<FlowVersion, 'flow' | 'sealedHeaders'>,
): Promise<void> {
  await sql`
    update automation_versions set flow = ${JSON.stringify(flow)}::json, sealed_headers = ${sealedHeaders}
    where account_id = ${accountId} and automation_id = ${automationId} and version = ${version}
      and sealed_headers is null`.execute(db)
}

export type AutomationChanges = Pick<Automation, 'name' | 'isEnabled' | 'version' | 'triggerType'> & {
  nextAt: Date | Timestamp | null
}

export async function updateAutomationRow(
  db: Db,
  { accountId, id }: Pick<Automation, 'accountId' | 'id'>,
  { name, isEnabled, version, triggerType, nextAt }: AutomationChanges,
): Promise<void> {
  await sql`
    update automations set name = ${name}, is_enabled = ${isEnabled}, version = ${version},
      trigger_type = ${triggerType}, next_at = ${nextAt}, updated_at = app_now()
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Does nothing if the automation was deleted or has another version in the meantime. */
export async function enableVersion(
  db: Db,
  { accountId, id, version }: Pick<Automation, 'accountId' | 'id' | 'version'>,
  nextAt: Date | null,
): Promise<void> {
  await sql`
    update automations set is_enabled = true, next_at = ${nextAt}, updated_at = app_now()
    where account_id = ${accountId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
}

/** It is no longer found. Its row is deleted after its runs. */
export async function markDeleted(db: Db, accountId: number, id: string): Promise<void> {
  await sql`
    update automations set is_enabled = false, next_at = null, deleted_at = app_now()
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export async function deleteAutomationRow(db: Db, accountId: number, id: string): Promise<void> {
  await sql`delete from automations where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Schedules of all accounts whose time has come. */
export function selectDueSchedules(db: Db, limit: number): Promise<AutomationHead[]> {
  return allRows<AutomationHead>(db)`
    select ${columns} from automations a where a.next_at <= app_now() and a.is_enabled and a.deleted_at is null
    order by a.next_at limit ${limit}`
}

/** Returns false if another process has started this run of the schedule. */
export function advanceSchedule(
  db: Db,
  { accountId, id, nextAt }: Pick<Automation, 'accountId' | 'id' | 'nextAt'>,
  following: Date | null,
): Promise<boolean> {
  return changesOne(db)`
    update automations set next_at = ${following}
    where account_id = ${accountId} and id = ${id} and next_at = ${nextAt} and is_enabled
      and deleted_at is null`
}

export function findNextSchedule(db: Db): Promise<string | null> {
  return oneValue<string | null>(db)`
    select min(next_at) as at from automations
    where next_at is not null and is_enabled and deleted_at is null`
}

export async function saveSample(db: Db, accountId: number, { id, sample }: Pick<Automation, 'id' | 'sample'>) {
  await sql`
    update automations set sample = ${JSON.stringify(sample ?? null)}::json
    where account_id = ${accountId} and id = ${id}`.execute(db)
}
