// Lists the calls of the account, and loads what the API shows beside their rows.
import { findAssistant } from '#server/features/assistants/index.ts'
import { selectLatestResponses, type WebhookResponse } from '#server/features/webhooks/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { invalidSelection, Refusal } from '#server/platform/refusal.ts'
import type { Call } from './call/call.ts'
import { findCall, type StoredEntry, selectTranscripts } from './call/store.ts'
import { type CallFilter, selectCalls } from './call/store-list.ts'
import { recordingUrlOf } from './recording/serve-recording.ts'

export interface ListInput extends Omit<CallFilter, 'timeZone'> {
  campaignId: number | undefined
  page: number
  perPage: number
}

/** Throws `InvalidInput` for another account's assistant or campaign. */
export async function listCalls(ctx: AccountContext, { page, perPage, campaignId, ...filter }: ListInput) {
  const { assistantId } = filter
  if (assistantId !== undefined && !(await findAssistant(ctx.db, ctx.account.id, assistantId)))
    throw invalidSelection('assistant_id')
  // No account has a campaign yet.
  if (campaignId !== undefined) throw invalidSelection('campaign_id')
  const position = { offset: (page - 1) * perPage, limit: perPage }
  return selectCalls(ctx.db, ctx.account.id, { ...filter, timeZone: ctx.account.timeZone }, position)
}

/** Refuses with `CALL_NOT_FOUND`. */
export async function getCall(ctx: AccountContext, id: number): Promise<Call> {
  const call = await findCall(ctx.db, ctx.account.id, id)
  if (!call) throw new Refusal('CALL_NOT_FOUND')
  return call
}

export interface CallParts {
  transcript: readonly StoredEntry[]
  webhookResponse: WebhookResponse | undefined
  recordingUrl: string | null
  timeZone: string
}

export async function loadParts(ctx: AccountContext, calls: readonly Call[]): Promise<(call: Call) => CallParts> {
  const [transcripts, responses] = await Promise.all([
    selectTranscripts(
      ctx.db,
      ctx.account.id,
      calls.map(({ id }) => id),
    ),
    selectLatestResponses(
      ctx.db,
      ctx.account.id,
      calls.map(({ uuid }) => uuid),
    ),
  ])
  return ({ id, uuid, recordingKey }) => ({
    transcript: transcripts.get(id) ?? [],
    webhookResponse: responses.get(uuid),
    recordingUrl: recordingKey === null ? null : recordingUrlOf(ctx, uuid),
    timeZone: ctx.account.timeZone,
  })
}
