// Sends the message of an attempt, once.
import { actFor } from '#server/features/accounts/index.ts'
import { hasHolds } from '#server/features/billing/index.ts'
import { CarrierRefusal } from '#server/features/carrier-accounts/index.ts'
import { findMessageByEffect, type SentMessage, sendSms, sendTemplate } from '#server/features/messages/index.ts'
import { findTemplate } from '#server/features/senders/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutcomePending, Refusal } from '#server/platform/refusal.ts'
import type { Attempt } from '../attempt/attempt.ts'
import { contactOf } from '../attempt/lead-steps.ts'
import { outcomeOfReason } from '../attempt/outcome.ts'
import type { SendRef } from '../attempt/send-job.ts'
import { findAttempt, lockAttempt, saveMessageId } from '../attempt/store.ts'
import type { Campaign } from '../campaign/campaign.ts'
import { pauseCampaign } from '../campaign/change-status.ts'
import { findCampaign } from '../campaign/store.ts'
import { refOf, setWaiting } from '../campaign/store-status.ts'
import type { Lead } from '../lead/lead.ts'
import { findLead } from '../lead/store.ts'
import { type Result, settleAttempt } from '../settling/settle-attempt.ts'
import { smsTextOf, type Variables, variableFor } from './sms-text.ts'

/** Safe to run twice: the message has the attempt's UUID as its key, so it is sent once. */
export async function sendMessage(context: AppContext, { accountId, uuid }: SendRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const attempt = ctx && (await findAttempt(ctx.db, uuid))
  if (!attempt || attempt.endedAt !== null) return
  const campaign = await findCampaign(ctx.db, accountId, attempt.campaignId)
  const lead = attempt.leadId === null ? undefined : await findLead(ctx.db, accountId, attempt.leadId)
  if (!campaign) return
  const isNew = !(await findMessageByEffect(ctx.db, accountId, uuid))
  // The campaign was stopped, or the lead was deleted, before the message was sent.
  if (!lead || (isNew && campaign.status !== 'in-progress'))
    return settle(ctx, campaign, attempt, { outcome: 'canceled' })
  try {
    await send(ctx, campaign, attempt, lead)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await handleRefusal(ctx, campaign, attempt, error)
  }
  const message = await findMessageByEffect(ctx.db, accountId, uuid)
  if (message) await saveMessageId(ctx.db, attempt, message.id)
}

function send(ctx: AccountContext, campaign: Campaign, attempt: Attempt, lead: Lead): Promise<SentMessage> {
  const { variables } = contactOf(lead)
  return attempt.channel === 'sms'
    ? sendAsSms(ctx, campaign, attempt, variables)
    : sendAsTemplate(ctx, campaign, attempt, variables)
}

async function sendAsTemplate(ctx: AccountContext, campaign: Campaign, attempt: Attempt, variables: Variables) {
  const { chatappSenderId: senderId, chatappTemplateId: templateId, textVariableMapping: mapping } = campaign
  if (senderId === null) throw new Refusal('SENDER_NOT_FOUND')
  const template = templateId === null ? undefined : await findTemplate(ctx.db, ctx.account.id, senderId, templateId)
  if (templateId === null || !template) throw new Refusal('TEMPLATE_NOT_FOUND')
  const given = template.placeholders.flatMap(({ key, name }) => {
    const value = variableFor(variables, mapping, key) ?? variableFor(variables, mapping, name)
    return value === undefined ? [] : [[key, value]]
  })
  return sendTemplate(
    ctx,
    {
      senderId,
      templateId,
      recipientPhone: attempt.phoneNumber,
      recipientName: variables['customer_name'] ?? variables['name'],
      variables: Object.fromEntries(given),
      campaignId: campaign.id,
    },
    { key: attempt.uuid, isResumed: true },
  )
}

async function sendAsSms(ctx: AccountContext, campaign: Campaign, attempt: Attempt, variables: Variables) {
  const { smsPhoneNumberId: phoneNumberId, smsBody } = campaign
  if (phoneNumberId === null || smsBody === null) throw new Refusal('FROM_NUMBER_NOT_FOUND')
  const body = smsTextOf({ ...campaign, smsBody }, variables)
  return sendSms(
    ctx,
    { phoneNumberId, to: attempt.phoneNumber, body, campaignId: campaign.id },
    { key: attempt.uuid, isResumed: true },
  )
}

/** Refusals that concern the recipient; all others stop the campaign. */
const outcomesOfRefusals: Record<string, Result['outcome']> = {
  TEMPLATE_MISMATCH: 'invalid_variables',
  INVALID_PHONE: 'invalid_number',
  DESTINATION_FORBIDDEN: 'forbidden',
}

const limitMs = 60 * 60_000
/** How long a campaign waits whose account has money on hold. */
const heldMs = 60_000

/** A message that the carrier has refused was settled by its status before. */
async function handleRefusal(ctx: AccountContext, campaign: Campaign, attempt: Attempt, error: Refusal) {
  if (error instanceof OutcomePending) return
  const { code, message: detail } = error
  const ofCarrier = error instanceof CarrierRefusal ? outcomeOfReason(error.reason) : undefined
  const outcome = ofCarrier ?? outcomesOfRefusals[code] ?? (isFailure(code) ? 'failed' : undefined)
  if (outcome) return settle(ctx, campaign, attempt, { outcome, detail })
  await settle(ctx, campaign, attempt, { outcome: 'canceled', detail }, async (tx) => {
    const wait = (ms: number, reason: string) =>
      setWaiting(tx.db, refOf(campaign), { nextAt: new Date(tx.now().getTime() + ms), reason })
    if (code === 'MESSAGING_LIMIT_UNAVAILABLE') return wait(limitMs, 'messaging_limit')
    if (code === 'INSUFFICIENT_BALANCE' && (await hasHolds(tx))) return wait(heldMs, 'balance_held')
    const reason = code === 'INSUFFICIENT_BALANCE' ? 'insufficient_balance' : 'configuration'
    return pauseCampaign(tx, campaign, { reason, message: `A message could not be sent: ${detail}` })
  })
}

const isFailure = (code: string): boolean => code === 'UNKNOWN_ERROR' || code.startsWith('PROVIDER_ERROR_')

async function settle(
  ctx: AccountContext,
  campaign: Campaign,
  attempt: Attempt,
  result: Result,
  andThen?: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const locked = await lockAttempt(tx.db, attempt.uuid)
    if (locked && locked.endedAt === null) await settleAttempt(tx, campaign, locked, result)
    await andThen?.(tx)
  })
}
