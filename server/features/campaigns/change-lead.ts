// Creates, changes and deletes leads.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { InvalidInput, invalidSelection, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { readPhoneNumber } from '#server/platform/text/read-phone-number.ts'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import type { Attempt } from './attempt/attempt.ts'
import { selectAttempts } from './attempt/store.ts'
import { wakeFor } from './campaign/dispatch-job.ts'
import { findCampaign } from './campaign/store.ts'
import type { Contact, Lead, LeadStatus } from './lead/lead.ts'
import {
  deleteLeadRows,
  findLead,
  findLeadByNumber,
  insertContacts,
  insertLead,
  type LeadFilter,
  selectLeads,
  updateLeadRow,
} from './lead/store.ts'

export interface LeadOrder extends Contact {
  campaignId: number
  timeZone: string | null
  isRequested: boolean
  allowsDuplicate: boolean
  /** See `Lead`. */
  unverifiedVariables?: readonly string[]
  secondaryContacts: readonly Contact[]
}

/**
 * Phone numbers can be written in any form. A resumed operation returns the lead of the campaign that has the number.
 * Throws `InvalidInput`.
 */
export async function createLead(
  ctx: AccountContext,
  { secondaryContacts, ...lead }: LeadOrder,
  operation?: IdempotentOperation,
): Promise<Lead> {
  const { db, account } = ctx
  if (!(await findCampaign(db, account.id, lead.campaignId))) throw invalidSelection('campaign_id')
  checkTimeZone(lead.timeZone)
  const phoneNumber = phoneNumberOf(ctx, lead.phoneNumber, 'phone_number')
  const contacts = secondaryContacts.map(({ phoneNumber, variables }, index) => {
    return { phoneNumber: phoneNumberOf(ctx, phoneNumber, `secondary_contacts.${index}.phone_number`), variables }
  })
  const before = operation?.isResumed
    ? await findLeadByNumber(db, account.id, { campaignId: lead.campaignId, phoneNumber })
    : undefined
  if (before) return before
  const id = await transaction(ctx, async (tx) => {
    await wakeFor(tx, lead.campaignId)
    const inserted = await insertLead(tx.db, account.id, { ...lead, phoneNumber })
    if (inserted === undefined) throw alreadyInCampaign()
    if (contacts.length > 0) await insertContacts(tx.db, account.id, inserted, contacts)
    return inserted
  })
  return getLead(ctx, id)
}

function phoneNumberOf({ account }: AccountContext, written: string, field: string): string {
  const number = readPhoneNumber(written, account.country)
  if (number === undefined)
    throw new InvalidInput({ [field]: [`The ${field.replaceAll('_', ' ')} must be a valid phone number.`] })
  return number
}

function checkTimeZone(timeZone: string | null | undefined): void {
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) throw invalidSelection('timezone')
}

const alreadyInCampaign = () =>
  new InvalidInput({ phone_number: ['The campaign already has a lead with this phone number.'] })

async function getLead({ db, account }: AccountContext, id: number): Promise<Lead> {
  return orRefuse(await findLead(db, account.id, id), 'LEAD_NOT_FOUND')
}

/** With its attempts, oldest first. Refuses with `LEAD_NOT_FOUND`. */
export async function getLeadHistory(ctx: AccountContext, id: number): Promise<{ lead: Lead; history: Attempt[] }> {
  const lead = await getLead(ctx, id)
  return { lead, history: await selectAttempts(ctx.db, ctx.account.id, id) }
}

export interface ListInput extends Omit<LeadFilter, 'timeZone'> {
  page: number
  perPage: number
}

/** Throws `InvalidInput` for another account's campaign. */
export async function listLeads({ db, account }: AccountContext, { page, perPage, ...filter }: ListInput) {
  const { campaignId } = filter
  if (campaignId !== undefined && !(await findCampaign(db, account.id, campaignId)))
    throw invalidSelection('campaign_id')
  const position = { offset: (page - 1) * perPage, limit: perPage }
  return selectLeads(db, account.id, { ...filter, timeZone: account.timeZone }, position)
}

export interface LeadPatch {
  campaignId: number | undefined
  phoneNumber: string | undefined
  status: LeadStatus | undefined
  variables: Record<string, string> | undefined
  timeZone: string | null | undefined
  isRequested: boolean | undefined
  /** See `Lead`. */
  variablesAreUnverified?: boolean
}

/** Refuses with `LEAD_NOT_FOUND`, or throws `InvalidInput`. */
export async function updateLead(
  ctx: AccountContext,
  id: number,
  { variablesAreUnverified = false, ...patch }: LeadPatch,
): Promise<Lead> {
  const { db, account } = ctx
  const before = await getLead(ctx, id)
  const given = Object.entries(patch.variables ?? {})
  const changed = variablesAreUnverified ? given.filter(([name, value]) => before.variables[name] !== value) : given
  const variables = Object.fromEntries(changed)
  const unverifiedVariables = variablesAreUnverified ? Object.keys(variables) : []
  if (patch.campaignId !== undefined && !(await findCampaign(db, account.id, patch.campaignId)))
    throw invalidSelection('campaign_id')
  const phoneNumber =
    patch.phoneNumber === undefined ? undefined : phoneNumberOf(ctx, patch.phoneNumber, 'phone_number')
  checkTimeZone(patch.timeZone)
  try {
    await transaction(ctx, async (tx) => {
      await wakeFor(tx, patch.campaignId ?? before.campaignId)
      const changes = { ...patch, phoneNumber, variables, unverifiedVariables }
      if (!(await updateLeadRow(tx.db, account.id, id, changes))) throw new Refusal('LEAD_NOT_FOUND')
    })
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyInCampaign() : error
  }
  return getLead(ctx, id)
}

/** Refuses with `LEAD_NOT_FOUND`. */
export async function deleteLead(ctx: AccountContext, id: number): Promise<void> {
  const { campaignId } = await getLead(ctx, id)
  await transaction(ctx, async (tx) => {
    // The campaign may be complete.
    await wakeFor(tx, campaignId)
    if ((await deleteLeadRows(tx.db, tx.account.id, [id])) === 0) throw new Refusal('LEAD_NOT_FOUND')
  })
}
