// The SQL of templates.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, firstRow, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierTemplate } from '#server/ports/carrier.ts'
import type { Placeholder } from './placeholders.ts'
import type { Template, TemplateStatus, TemplateUpdate } from './template.ts'

const columns = sql`
  t.id, t.account_id, t.sender_id, t.external_id,
  t.external_id is not null and t.gone_at is null as synced,
  t.name, t.language, t.category, t.status, t.raw_status, t.rejection_reason, t.body_text, t.placeholders, t.parts,
  t.has_voice_call, t.created_at, t.updated_at`

/** Includes templates that the carrier does not have: see `synced`. */
export function findTemplate(db: Db, accountId: number, senderId: number, id: number) {
  return firstRow<Template>(db)`
    select ${columns} from chatapp_templates t
    where t.account_id = ${accountId} and t.sender_id = ${senderId} and t.id = ${id}`
}

/** Whether the account has the template, of any of its senders. */
export function hasTemplate(db: Db, accountId: number, id: number): Promise<boolean> {
  return hasRows(db)`select from chatapp_templates where account_id = ${accountId} and id = ${id}`
}

/** Returns only templates that the carrier has. */
export function selectTemplates(db: Db, accountId: number, senderId: number, status?: TemplateStatus) {
  const ofStatus = status === undefined ? sql`true` : sql`t.status = ${status}`
  return allRows<Template>(db)`
    select ${columns} from chatapp_templates t
    where t.account_id = ${accountId} and t.sender_id = ${senderId}
      and t.external_id is not null and t.gone_at is null and ${ofStatus}
    order by t.id`
}

/** Includes templates that the carrier does not have. */
export function selectTemplatesOfAccount(
  db: Db,
  accountId: number,
): Promise<Pick<Template, 'id' | 'senderId' | 'externalId' | 'name' | 'language' | 'placeholders'>[]> {
  return allRows<Template>(db)`
    select t.id, t.sender_id, t.external_id, t.name, t.language, t.placeholders
    from chatapp_templates t where t.account_id = ${accountId} order by t.id`
}

/** Returns those of `externalIds` that another account has submitted. */
export function selectSubmittedByOthers(db: Db, accountId: number, externalIds: readonly string[]) {
  return allValues<string>(db)`
    select distinct external_id from chatapp_templates
    where submitted and account_id <> ${accountId} and external_id = any(${externalIds}::text[])`
}

/** Returns the externalIds of those templates that any account already has. */
export async function selectKnownIds(db: Db, templates: readonly CarrierTemplate[]): Promise<Set<string>> {
  return new Set(
    await allValues<string>(db)`
    select distinct external_id from chatapp_templates
    where external_id = any(${templates.map(({ externalId }) => externalId)}::text[])`,
  )
}

/** Returns the templates that other accounts are currently submitting in the carrier account. */
export function selectSubmissionsOfOthers(db: Db, accountId: number, carrierAccountId: string) {
  return allRows<Pick<Template, 'name' | 'language'>>(db)`
    select t.name, t.language
    from chatapp_templates t join chatapp_senders s on s.account_id = t.account_id and s.id = t.sender_id
    where t.submitting_until > app_now() and t.account_id <> ${accountId}
      and s.carrier_account_id = ${carrierAccountId}`
}

const updateRows = (updates: readonly TemplateUpdate[]) => sql`
  json_to_recordset(${JSON.stringify(updates)}::json) as n (
    "senderId" bigint, "externalId" text, name text, language text, category text, status text, "rawStatus" text,
    "rejectionReason" text, "bodyText" text, placeholders json, parts json,
    "hasVoiceCall" boolean)`

/**
 * Inserts and updates rows, except those that changed after `askedAt`. Callers must hold `lockCarrierAccount`, which
 * prevents duplicates without an `on conflict` clause that would use up ids.
 */
export async function saveTemplates(
  db: Db,
  accountId: number,
  { updates, askedAt }: { updates: readonly TemplateUpdate[]; askedAt: Timestamp },
): Promise<void> {
  if (updates.length === 0) return
  await sql`
    with listed as (select * from ${updateRows(updates)}),
    updated as (
      update chatapp_templates t set
        name = n.name, language = n.language, category = n.category, status = n.status, raw_status = n."rawStatus",
        rejection_reason = n."rejectionReason", body_text = n."bodyText", placeholders = n.placeholders,
        parts = n.parts, has_voice_call = n."hasVoiceCall", gone_at = null, updated_at = app_now()
      from listed n
      where t.account_id = ${accountId} and t.sender_id = n."senderId" and t.external_id = n."externalId"
        and t.updated_at <= ${askedAt} and (t.name, t.language, t.category, t.status, t.raw_status, t.rejection_reason,
          t.body_text, t.placeholders::text, t.parts::text, t.has_voice_call, t.gone_at)
        is distinct from (n.name, n.language, n.category, n.status, n."rawStatus", n."rejectionReason", n."bodyText",
          n.placeholders::text, n.parts::text, n."hasVoiceCall", null::timestamptz)
    )
    insert into chatapp_templates (
      account_id, sender_id, external_id, name, language, category, status, raw_status, rejection_reason, body_text,
      placeholders, parts, has_voice_call, created_at, updated_at)
    select
      ${accountId}, n."senderId", n."externalId", n.name, n.language, n.category, n.status, n."rawStatus",
      n."rejectionReason", n."bodyText", n.placeholders, n.parts, n."hasVoiceCall", app_now(), app_now()
    from listed n
    where not exists (
      select from chatapp_templates t
      where t.account_id = ${accountId} and t.sender_id = n."senderId" and t.external_id = n."externalId")`.execute(db)
}

/** Marks rows that the carrier no longer lists, except those that changed after `askedAt`. */
export async function markRemoved(
  db: Db,
  accountId: number,
  { kept, askedAt }: { kept: readonly string[]; askedAt: Timestamp },
): Promise<void> {
  await sql`
    update chatapp_templates set gone_at = app_now(), updated_at = app_now()
    where account_id = ${accountId} and gone_at is null and updated_at < ${askedAt}
      and external_id is not null and external_id <> all(${kept}::text[])`.execute(db)
}

export interface NewTemplateRow {
  senderId: number
  name: string
  language: string
  category: Template['category']
  bodyText: string
  placeholders: readonly Placeholder[]
  submittingMs: number
}

/**
 * Claims the name for `submittingMs`. `isRetry` means that an earlier submission with an unknown outcome is repeated.
 * Returns undefined while another submission is in progress.
 */
export function beginSubmission(db: Db, accountId: number, template: NewTemplateRow) {
  return firstRow<{ id: number; isRetry: boolean }>(db)`
    insert into chatapp_templates as t (
      account_id, sender_id, name, language, category, status, raw_status, body_text, placeholders, submitted,
      submitting_until, created_at, updated_at)
    values (
      ${accountId}, ${template.senderId}, ${template.name}, ${template.language}, ${template.category}, 'pending',
      'unsubmitted', ${template.bodyText}, ${JSON.stringify(template.placeholders)}::json, true,
      ${fromNow(template.submittingMs)}, app_now(), app_now())
    on conflict (account_id, sender_id, name, language) where external_id is null do update set
      category = excluded.category, body_text = excluded.body_text, placeholders = excluded.placeholders,
      submitting_until = excluded.submitting_until, updated_at = excluded.updated_at
    where t.submitting_until is null or t.submitting_until < app_now()
    returning t.id, t.created_at <> t.updated_at as is_retry`
}

/** Whether the carrier has a template of this name for the account that is not rejected. */
export function hasTemplateNamed(
  db: Db,
  accountId: number,
  { name, language }: Pick<Template, 'name' | 'language'>,
): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (
      select from chatapp_templates t join chatapp_senders s on s.account_id = t.account_id and s.id = t.sender_id
      where t.account_id = ${accountId} and t.name = ${name} and t.language = ${language}
        and t.external_id is not null and t.gone_at is null and t.status <> 'rejected' and s.deleted_at is null
    ) as any`
}

/** Makes the row a template that the carrier has. */
export async function setExternalId(
  db: Db,
  accountId: number,
  { id, externalId, at }: { id: number; externalId: string; at: Timestamp },
): Promise<void> {
  await sql`
    update chatapp_templates set external_id = ${externalId}, submitting_until = null, updated_at = ${at}
    where account_id = ${accountId} and id = ${id} and external_id is null`.execute(db)
}

/** Allows another submission of the name, because the outcome of this one is unknown. */
export async function abandonSubmission(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    update chatapp_templates set submitting_until = null
    where account_id = ${accountId} and id = ${id} and external_id is null`.execute(db)
}

/** Deletes a submission that the carrier did not accept. */
export async function deleteSubmission(db: Db, accountId: number, id: number): Promise<void> {
  await sql`
    delete from chatapp_templates
    where account_id = ${accountId} and id = ${id} and external_id is null`.execute(db)
}
