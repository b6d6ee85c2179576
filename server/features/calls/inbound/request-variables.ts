// Asks the account's inbound webhook for the variables of a call, before the assistant answers.
import { tryParseJson } from '@parley/rules'
import { variablesInput } from '#contract/wire/fields.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import { sanitizeJson } from '#server/features/conversations/index.ts'
import { requestWebhook } from '#server/features/webhooks/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { InboundCall } from '#server/ports/voice-carrier.ts'

/** The customer hears ringing in the meantime. */
const timeoutMs = 2_000

/** Returns no variables if the webhook is not active, does not answer in time, or answers with anything else. */
export async function requestVariables(
  ctx: AccountContext,
  { isInboundWebhookActive, inboundWebhookUrl }: Assistant,
  { from, to }: InboundCall,
): Promise<Record<string, string>> {
  if (!isInboundWebhookActive || !inboundWebhookUrl) return {}
  const payload = { customer_phone: from, assistant_phone: to }
  const body = await requestWebhook(ctx, { url: inboundWebhookUrl, payload, timeoutMs })
  const parsed = variablesInput.safeParse(tryParseJson(body ?? '{}'))
  if (body !== undefined && parsed.success) return sanitizeJson(parsed.data)
  ctx.log.warn({ accountId: ctx.account.id }, 'an inbound webhook returned no usable variables')
  return {}
}
