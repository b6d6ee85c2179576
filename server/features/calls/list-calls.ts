// Lists the calls of the account, and loads what the API shows beside their rows.
import { findAssistant } from '#server/features/assistants/index.ts'
import { selectLatestResponses, type WebhookResponse } from '#server/features/webhooks/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { invalidSelection, orRefuse } from '#server/platform/refusal.ts'
import type { Call } from './call/call.ts'
import { campaignsOf } from './call/campaigns.ts'
import { findCall, type StoredEntry, selectTranscripts } from './call/store.ts'
import { type CallFilter, selectCalls } from './call/store-list.ts'
import { recordingUrlOf } from './recording/serve-recording.ts'

export interface ListInput extends Omit<CallFilter, 'timeZone'> {
  page: number
  perPage: number
}

/** Throws `InvalidInput` for another account's assistant or campaign. */
export async function listCalls(ctx: AccountContext, { page, perPage, ...filter }: ListInput) {
  const { assistantId, campaignId } = filter
  if (assistantId !== undefined && !(await findAssistant(ctx.db, ctx.account.id, assistantId)))
    throw invalidSelection('assistant_id')
  if (campaignId !== undefined && !(await campaignsOf(ctx).nameCampaigns(ctx, [campaignId])).has(campaignId))
    throw invalidSelection('campaign_id')
  const position = { offset: (page - 1) * perPage, limit: perPage }
  return selectCalls(ctx.db, ctx.account.id, { ...filter, timeZone: ctx.account.timeZone }, position)
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
