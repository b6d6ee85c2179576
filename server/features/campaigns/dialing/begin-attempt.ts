// Begins an attempt: stores it together with the call, or with the job that sends the message.
import { type PreparedCall, placeCall, prepareCall } from '#server/features/calls/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { takeRequest } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { contactOf, type Person } from '../attempt/lead-steps.ts'
import { addSendJob } from '../attempt/send-job.ts'
import { insertAttempt } from '../attempt/store.ts'
import { type Campaign, type Channel, topicOf } from '../campaign/campaign.ts'
import { refOf } from '../campaign/store-status.ts'
import type { Lead } from '../lead/lead.ts'
import { saveProgress } from '../lead/store.ts'
import { findNextNumber, recordAttempt } from './store-dispatch.ts'

/** What calls need, read outside of transactions. Undefined for campaigns that send messages. */
export type Dialer = { call: PreparedCall; phoneNumberId: number | undefined } | undefined

/** Refuses if the assistant or its number can no longer be used. */
export async function prepareDialer(ctx: AccountContext, campaign: Campaign): Promise<Dialer> {
  if (campaign.channel !== 'call') return undefined
  const { assistantId } = campaign
  if (assistantId === null) throw new Refusal('ASSISTANT_NOT_FOUND', 'The campaign has no assistant.')
  const phoneNumberId = await findNextNumber(ctx.db, refOf(campaign))
  return { phoneNumberId, call: await prepareCall(ctx, { assistantId, ...(phoneNumberId && { phoneNumberId }) }) }
}

export interface NewAttempt {
  campaign: Campaign
  /** Locked. */
  lead: Lead
  person: Person
  dialer: Dialer
  decision: Record<string, unknown>
}

/** `waitMs`: the rate of calls is used up for this time. */
export type Begun = { kind: 'begun'; channel: Channel } | { kind: 'limited'; waitMs: number }

/** Refuses as `placeCall` does. */
export async function beginAttempt(tx: Tx, attempt: NewAttempt): Promise<Begun> {
  const { channel } = attempt.person
  if (channel !== 'call') return beginMessage(tx, attempt, channel)
  return beginCall(tx, attempt, attempt.dialer!)
}

async function beginCall(tx: Tx, attempt: NewAttempt, { call, phoneNumberId }: NonNullable<Dialer>): Promise<Begun> {
  const { campaign, lead } = attempt
  const rate = { requests: tx.settings.campaigns.callsPerSecond, windowMs: 1_000 }
  const { accepted, retryAfterMs } = await takeRequest(tx.db, `campaign-calls:${call.carrier.externalId}`, rate)
  if (!accepted) return { kind: 'limited', waitMs: retryAfterMs }
  const uuid = tx.newId()
  await markProcessing(tx, lead)
  const { extension, variables } = contactOf(lead)
  const { id: callId } = await placeCall(tx, call, {
    phoneNumber: attempt.person.phoneNumber,
    extension,
    variables: { ...call.assistant.variables, ...variables },
    unverifiedVariables: lead.unverifiedVariables,
    uuid,
    purpose: campaign.purpose,
    campaignId: campaign.id,
    leadId: lead.id,
  })
  await store(tx, attempt, { uuid, callId, expiresInMs: null })
  await recordAttempt(tx.db, refOf(campaign), { phoneNumberId, pauseMs: undefined })
  return { kind: 'begun', channel: 'call' }
}

const minuteMs = 60_000
/** Some networks do not report the delivery of messages. */
const reportMs = 15 * minuteMs

async function beginMessage(tx: Tx, attempt: NewAttempt, channel: Channel): Promise<Begun> {
  const uuid = tx.newId()
  const { campaign, lead } = attempt
  await markProcessing(tx, lead)
  await store(tx, attempt, { uuid, callId: null, expiresInMs: reportMs })
  await addSendJob(tx, { accountId: campaign.accountId, uuid })
  await recordAttempt(tx.db, refOf(campaign), { pauseMs: minuteMs / campaign.messagesPerMinute })
  return { kind: 'begun', channel }
}

const markProcessing = ({ db }: Tx, lead: Lead): Promise<void> =>
  saveProgress(db, lead, {
    ...lead,
    status: 'processing',
    waitingReason: null,
    tries: lead.tries + 1,
    attempts: lead.attempts + 1,
  })

async function store(
  tx: Tx,
  { campaign, lead, person, decision }: NewAttempt,
  ids: { uuid: string; callId: number | null; expiresInMs: number | null },
): Promise<void> {
  await insertAttempt(tx.db, campaign.accountId, {
    ...ids,
    ...person,
    campaignId: campaign.id,
    leadId: lead.id,
    number: lead.attempts + 1,
    decision: { ...decision, topic: topicOf(campaign) },
  })
}
