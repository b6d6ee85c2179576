// Lists, finds and measures the calls of the account, and loads what the API shows beside their rows.
import { findAssistant } from '#server/features/assistants/index.ts'
import { namesOfContact } from '#server/features/contacts/index.ts'
import { selectLatestResponses, type WebhookResponse } from '#server/features/webhooks/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { invalidSelection, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { readPhoneNumber } from '#server/platform/text/read-phone-number.ts'
import { type Interaction, noInteraction } from '#server/voice/interaction/measure-interaction.ts'
import type { Call } from './call/call.ts'
import { campaignsOf } from './call/campaigns.ts'
import { findCall, type StoredEntry, selectTranscripts } from './call/store.ts'
import { type CallFilter, selectCalls, sumInteraction } from './call/store-list.ts'
import { recordingUrlOf } from './recording/serve-recording.ts'

export interface ListInput extends Omit<CallFilter, 'timeZone' | 'phoneNumbers'> {
  /** As people write it; characters other than digits are ignored. */
  phoneNumber: string | undefined
  contactId: number | undefined
  page: number
  perPage: number
}

/** Throws `InvalidInput` for another account's assistant, campaign or contact. */
export async function listCalls(ctx: AccountContext, { page, perPage, phoneNumber, contactId, ...given }: ListInput) {
  const { assistantId, campaignId } = given
  if (assistantId !== undefined && !(await findAssistant(ctx.db, ctx.account.id, assistantId)))
    throw invalidSelection('assistant_id')
  if (campaignId !== undefined && !(await campaignsOf(ctx).nameCampaigns(ctx, [campaignId])).has(campaignId))
    throw invalidSelection('campaign_id')
  const written = phoneNumber ? formsOf(phoneNumber, ctx.account.country) : undefined
  const contact = await namesOfContact(ctx, contactId)
  const phoneNumbers =
    written && contact
      ? written.filter((one) => contact.phoneNumbers.includes(one))
      : (written ?? contact?.phoneNumbers)
  const filter = { ...given, phoneNumbers, timeZone: ctx.account.timeZone }
  return selectCalls(ctx.db, ctx.account.id, filter, { page, perPage })
}

/** A number without a country code can also be one of the country of the account. */
function formsOf(written: string, country: string): string[] {
  const national = readPhoneNumber(written, country)
  return [`+${written.replace(/\D/g, '')}`, ...(national === undefined ? [] : [national])]
}

/** Refuses with `CALL_NOT_FOUND`. */
export async function getCall(ctx: AccountContext, id: number): Promise<Call> {
  return orRefuse(await findCall(ctx.db, ctx.account.id, id), 'CALL_NOT_FOUND')
}

export interface CallParts {
  transcript: readonly StoredEntry[]
  webhookResponse: WebhookResponse | undefined
  recordingUrl: string | null
  /** Null if the campaign was deleted. */
  campaignName: string | null
  timeZone: string
}

export async function loadParts(
  ctx: AccountContext,
  calls: readonly Call[],
  { withTranscript = true } = {},
): Promise<(call: Call) => CallParts> {
  const campaignIds = new Set(calls.flatMap(({ campaignId }) => campaignId ?? []))
  const [transcripts, responses, campaigns] = await Promise.all([
    selectTranscripts(ctx.db, ctx.account.id, withTranscript ? calls.map(({ id }) => id) : []),
    selectLatestResponses(
      ctx.db,
      ctx.account.id,
      calls.map(({ uuid }) => uuid),
    ),
    campaignIds.size === 0 ? new Map<number, string>() : campaignsOf(ctx).nameCampaigns(ctx, [...campaignIds]),
  ])
  return ({ id, uuid, recordingKey, campaignId }) => ({
    transcript: transcripts.get(id) ?? [],
    webhookResponse: responses.get(uuid),
    recordingUrl: recordingKey === null ? null : recordingUrlOf(ctx, uuid),
    campaignName: campaignId === null ? null : (campaigns.get(campaignId) ?? null),
    timeZone: ctx.account.timeZone,
  })
}

/** Refuses with `CALL_NOT_FOUND` and `CALL_NOT_LIVE`. */
export async function getLiveCall(ctx: AccountContext, id: number): Promise<Call> {
  const call = await getCall(ctx, id)
  if (call.answeredAt === null || call.endedAt !== null) throw new Refusal('CALL_NOT_LIVE')
  return call
}

/** Days in the time zone of the account, both included. */
interface Period {
  dateFrom: string | undefined
  dateTo: string | undefined
}

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export async function measureAssistant(
  ctx: AccountContext,
  assistantId: number,
  period: Period,
): Promise<{ calls: number; interaction: Interaction }> {
  const { id: accountId, timeZone } = ctx.account
  if (!(await findAssistant(ctx.db, accountId, assistantId))) throw new Refusal('ASSISTANT_NOT_FOUND')
  const { calls, sums } = await sumInteraction(ctx.db, accountId, { assistantId, ...period, timeZone })
  return { calls, interaction: { ...noInteraction(), ...sums } }
}
