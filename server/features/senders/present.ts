// Senders, templates and carrier accounts between the house and the wire.
import type { EndpointInput, ReplyOf } from '#contract/endpoint.ts'
import type { senders } from '#contract/senders.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { StoredCarrierAccount } from './carrier-account/store-carrier.ts'
import { inboundWebhookUrl, leadsHere } from './sender/inbound-webhook.ts'
import { formatMessagingLimit } from './sender/messaging-limit.ts'
import type { Sender } from './sender/sender.ts'
import type { SenderChanges } from './sender/store.ts'
import type { Submission } from './submit-template.ts'
import type { Template } from './templates/template.ts'

type SenderBody = EndpointInput<typeof senders.update>['body']

/** What is not given is not there. */
export function readSender(body: SenderBody): SenderChanges {
  const {
    display_name: displayName,
    assistant_id: assistantId,
    receipts_webhook_url: receiptsUrl,
    is_receipts_webhook_active: receiptsActive = activeWith(receiptsUrl),
    messages_webhook_url: messagesUrl,
    is_messages_webhook_active: messagesActive = activeWith(messagesUrl),
  } = body
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(assistantId === undefined ? {} : { assistantId }),
    ...(receiptsUrl === undefined ? {} : { receiptsUrl }),
    ...(receiptsActive === undefined ? {} : { receiptsActive }),
    ...(messagesUrl === undefined ? {} : { messagesUrl }),
    ...(messagesActive === undefined ? {} : { messagesActive }),
  }
}

/** Setting an address activates its webhook. */
const activeWith = (url: string | null | undefined): true | undefined => (url ? true : undefined)

type Address = Pick<Settings, 'publicUrl'>

export function presentSender(sender: Sender, settings: Address): ReplyOf<typeof senders.update>['data'] {
  return {
    id: sender.id,
    phone_number: sender.phoneNumber,
    display_name: sender.displayName,
    status: sender.status,
    raw_status: sender.rawStatus,
    offline_reason: sender.offlineReason,
    quality_rating: sender.qualityRating,
    messaging_limit: sender.messagingLimit,
    messaging_limit_formatted: formatMessagingLimit(sender.messagingLimit),
    voice_calling_enabled: sender.voiceCalling,
    assistant_id: sender.assistantId,
    inbound_webhook_url: inboundWebhookUrl(settings),
    webhook_ok: leadsHere(sender.inboundWebhook, settings),
    receipts_webhook_url: sender.receiptsUrl,
    is_receipts_webhook_active: sender.receiptsActive,
    messages_webhook_url: sender.messagesUrl,
    is_messages_webhook_active: sender.messagesActive,
    last_synced_at: sender.syncedAt === null ? null : toIsoMicros(sender.syncedAt),
    created_at: toIsoMicros(sender.createdAt),
    updated_at: toIsoMicros(sender.updatedAt),
  }
}

export function readSubmission(body: EndpointInput<typeof senders.createTemplate>['body']): Submission {
  const { body_text: bodyText, variables, samples, ...rest } = body
  return { ...rest, bodyText, ...(variables ? { variables } : {}), ...(samples ? { samples } : {}) }
}

export function presentTemplate(template: Template): ReplyOf<typeof senders.createTemplate>['data'] {
  const { id, name, language, category, status, rawStatus, bodyText, placeholders, parts, rejectionReason } = template
  return {
    id,
    name,
    language,
    category,
    status,
    raw_status: rawStatus,
    body_text: bodyText,
    variables: placeholders.map((placeholder) => placeholder.name),
    has_variables: placeholders.length > 0,
    parts,
    rejection_reason: rejectionReason,
  }
}

/** Undefined is the installation's, of which nothing is told. */
export function presentCarrier(
  own: StoredCarrierAccount | undefined,
  settings: Address,
): ReplyOf<typeof senders.getCarrier>['data'] {
  return {
    owner: own ? 'account' : 'installation',
    account_sid: own?.accountSid ?? null,
    verified_at: own ? toIsoMicros(own.verifiedAt) : null,
    inbound_webhook_url: inboundWebhookUrl(settings),
  }
}
