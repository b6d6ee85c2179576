// Converts senders, templates and carrier accounts to and from the fields of the API.

import type { senders } from '#contract/messages/senders.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import { areCredentialsReadable, type StoredCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Carriers } from '#server/ports/carriers.ts'
import type { Sender, SenderSettings } from './sender/sender.ts'
import type { Submission } from './submit-template.ts'
import type { Template } from './templates/template.ts'

/** A webhook is activated when its URL is set, and deactivated when its URL is cleared. */
const isActiveWith = (url: string | null | undefined): boolean | undefined =>
  url === undefined ? undefined : url !== null

/** Contains only the fields of the body. */
export function readSender(body: EndpointInput<typeof senders.update>['body']): Partial<SenderSettings> {
  const { receipts_webhook_url: receiptsUrl, messages_webhook_url: messagesUrl } = body
  const settings: Partial<SenderSettings> = {
    displayName: body.display_name,
    assistantId: body.assistant_id,
    receiptsUrl,
    receiptsActive: body.is_receipts_webhook_active ?? isActiveWith(receiptsUrl),
    messagesUrl,
    messagesActive: body.is_messages_webhook_active ?? isActiveWith(messagesUrl),
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

export function presentSender(sender: Sender, carriers: Carriers): ReplyOf<typeof senders.update>['data'] {
  const { messages } = carriers.of(sender)
  const { inboundWebhook } = sender
  return {
    ...toApi(sender),
    messaging_limit_formatted: formatMessagingLimit(sender.messagingLimit),
    voice_calling_enabled: sender.voiceCalling,
    inbound_webhook_url: messages.inboundUrl,
    webhook_ok: inboundWebhook && messages.isInboundWebhook(inboundWebhook),
    receipts_webhook_url: sender.receiptsUrl,
    is_receipts_webhook_active: sender.receiptsActive,
    messages_webhook_url: sender.messagesUrl,
    is_messages_webhook_active: sender.messagesActive,
    last_synced_at: sender.syncedAt && toIsoMicros(sender.syncedAt),
  }
}

/** `10K customers / 24 h` */
export function formatMessagingLimit(limit: Sender['messagingLimit']): string | null {
  if (limit === null) return null
  return `${limit === 'unlimited' ? 'Unlimited' : abbreviate(limit)} customers / 24 h`
}

function abbreviate(count: number): string {
  if (count >= 1_000_000 && count % 1_000_000 === 0) return `${count / 1_000_000}M`
  return count >= 1000 && count % 1000 === 0 ? `${count / 1000}K` : String(count)
}

export function readSubmission(body: EndpointInput<typeof senders.createTemplate>['body']): Submission {
  const { body_text: bodyText, ...rest } = body
  return { ...rest, bodyText }
}

export function presentTemplate(template: Template): ReplyOf<typeof senders.createTemplate>['data'] {
  const { placeholders } = template
  return {
    ...toApi(template),
    variables: placeholders.map((placeholder) => placeholder.name),
    has_variables: placeholders.length > 0,
  }
}

/** `own` is undefined if the carrier account of the installation serves the account; its id is not shown. */
export function presentCarrier(
  own: StoredCarrierAccount | undefined,
  { settings, carriers }: Pick<AppContext, 'settings' | 'carriers'>,
): ReplyOf<typeof senders.getCarrier>['data'] {
  return {
    owner: own ? 'account' : 'installation',
    account_sid: own?.externalId ?? null,
    verified_at: own ? toIsoMicros(own.verifiedAt) : null,
    unreadable: own !== undefined && !areCredentialsReadable(settings, own),
    inbound_webhook_url: carriers.of(own ?? settings.carrierAccount).messages.inboundUrl,
  }
}
