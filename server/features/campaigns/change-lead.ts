// Creates, changes and deletes leads.
import { namesOfContact } from '#server/features/contacts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { InvalidInput, invalidSelection, orRefuse, Refusal } from '#server/platform/refusal.ts'
import {
  phoneNumberError,
  type ReadPhoneNumber,
  readPhoneNumberWithExtension,
} from '#server/platform/text/read-phone-number.ts'
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

/** A phone number in any form. */
export interface ContactOrder extends Pick<Contact, 'phoneNumber' | 'variables'> {
  /** By default the one behind the number. */
  extension?: string | null | undefined
}

export interface LeadOrder extends ContactOrder {
  campaignId: number
  timeZone: string | null
  isRequested: boolean
  allowsDuplicate: boolean
  /** See `Lead`. */
  unverifiedVariables?: readonly string[]
  secondaryContacts: readonly ContactOrder[]
}

/**
 * A resumed operation returns the lead of the campaign that has the number. Throws `InvalidInput`.
 */
export async function createLead(
  ctx: AccountContext,
  { secondaryContacts, ...lead }: LeadOrder,
  operation?: IdempotentOperation,
): Promise<Lead> {
  const { db, account } = ctx
  if (!(await findCampaign(db, account.id, lead.campaignId))) throw invalidSelection('campaign_id')
  checkTimeZone(lead.timeZone)
  const number = readNumber(ctx, lead, 'phone_number')
  const contacts = secondaryContacts.map((contact, index) => {
    const read = readNumber(ctx, contact, `secondary_contacts.${index}.phone_number`)
    return { ...read, variables: contact.variables }
  })
  const before = operation?.isResumed
    ? await findLeadByNumber(db, account.id, { campaignId: lead.campaignId, ...number })
    : undefined
  if (before) return before
  const id = await transaction(ctx, async (tx) => {
    await wakeFor(tx, lead.campaignId)
    const inserted = await insertLead(tx.db, account.id, { ...lead, ...number })
    if (inserted === undefined) throw alreadyInCampaign()
    if (contacts.length > 0) await insertContacts(tx.db, account.id, inserted, contacts)
    return inserted
  })
  return getLead(ctx, id)
}

function readNumber(
  { account }: AccountContext,
  { phoneNumber: written, extension }: Pick<ContactOrder, 'phoneNumber' | 'extension'>,
  field: string,
): ReadPhoneNumber {
  const read = readPhoneNumberWithExtension(written, { country: account.country })
  if (typeof read === 'string')
    throw new InvalidInput({ [field]: [phoneNumberError(field.replaceAll('_', ' '), read)] })
  return extension === undefined ? read : { ...read, extension }
}

/** The extension stays if the request has none and the number is the same. */
function readNewNumber(
  ctx: AccountContext,
  phoneNumber: string,
  { extension }: LeadPatch,
  before: Lead,
): ReadPhoneNumber {
  const read = readNumber(ctx, { phoneNumber, extension }, 'phone_number')
  const isSame = extension === undefined && read.extension === null && read.phoneNumber === before.phoneNumber
  return isSame ? { ...read, extension: before.extension } : read
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

export interface ListInput extends Omit<LeadFilter, 'timeZone' | 'phoneNumbers'> {
  contactId: number | undefined
  page: number
  perPage: number
}

/** Throws `InvalidInput` for another account's campaign or contact. */
export async function listLeads(ctx: AccountContext, { page, perPage, contactId, ...filter }: ListInput) {
  const { db, account } = ctx
  const { campaignId } = filter
  const contact = await namesOfContact(ctx, contactId)
  if (campaignId !== undefined && !(await findCampaign(db, account.id, campaignId)))
    throw invalidSelection('campaign_id')
  const position = { offset: (page - 1) * perPage, limit: perPage }
  return selectLeads(
    db,
    account.id,
    { ...filter, phoneNumbers: contact?.phoneNumbers, timeZone: account.timeZone },
    position,
  )
}

export interface LeadPatch {
  campaignId: number | undefined
  phoneNumber: string | undefined
  extension: string | null | undefined
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
  const number = patch.phoneNumber === undefined ? undefined : readNewNumber(ctx, patch.phoneNumber, patch, before)
  checkTimeZone(patch.timeZone)
  try {
    await transaction(ctx, async (tx) => {
      await wakeFor(tx, patch.campaignId ?? before.campaignId)
      const changes = { ...patch, ...number, variables, unverifiedVariables }
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
