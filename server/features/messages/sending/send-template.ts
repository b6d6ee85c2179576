// Sends a template, which may also start a conversation.

import { isE164 } from '@parley/rules'
import { findAssistant } from '#server/features/assistants/index.ts'
import {
  fillTemplate,
  findChatappSender,
  findTemplate,
  type Sender,
  type Template,
} from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import { numberAddress } from '../contacts/delivery-address.ts'
import { checkMayContact } from '../contacts/do-not-contact.ts'
import { checkTemplateAllowed } from '../contacts/opt-out.ts'
import { type ContactState, findContactState } from '../contacts/store-contacts.ts'
import type { SentMessage } from '../message/message.ts'
import { isWithinDay } from '../message/window.ts'
import { dispatch } from './dispatch.ts'
import { findSent } from './find-sent.ts'
import { mayHaveReached, recordReached } from './reach.ts'
import { checkOnline } from './send-freeform.ts'

export interface SendTemplateInput {
  senderId: number
  templateId: number
  recipientPhone: string
  recipientName: string | undefined
  variables: Record<string, unknown>
  campaignId?: number
}

/** The messaging limit that templates with a voice-call button require, in customers within 24 hours. */
const voiceCallLimit = 2000

/** For each operation, a message is sent once, and later calls return the same response. */
export async function sendTemplate(
  ctx: AccountContext,
  input: SendTemplateInput,
  operation?: IdempotentOperation,
): Promise<SentMessage> {
  if (!isE164(input.recipientPhone)) throw new Refusal('INVALID_PHONE')
  // Checked first, because the limit and the template may have changed since.
  const sentBefore = operation?.isResumed ? await findSent(ctx, operation.key) : undefined
  if (sentBefore) return sentBefore
  const { id: accountId } = ctx.account
  const { senderId, templateId, recipientPhone } = input
  const [sender, template] = await Promise.all([
    findChatappSender(ctx.db, accountId, senderId),
    findTemplate(ctx.db, accountId, senderId, templateId),
  ])
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  if (!template) throw new Refusal('TEMPLATE_NOT_FOUND')
  checkOnline(sender)
  const filled = checkTemplate(template, input.variables)
  const limit = sender.messagingLimit
  if (limit === null) throw new Refusal('MESSAGING_LIMIT_UNAVAILABLE')
  const countedAtMs = performance.now()
  const countUpTo = limit === 'unlimited' || !mayHaveReached(senderId, limit, countedAtMs) ? 0 : limit
  const recipient = { senderId, customerKey: phoneNumberKey(recipientPhone) }
  const contactState = await findContactState(ctx.db, accountId, { ...recipient, countUpTo })
  if (countUpTo > 0) recordReached(senderId, { reached: contactState.reached, atMs: countedAtMs })
  const entry = await checkAssistant(ctx, sender, contactState)
  await checkMayContact(ctx, recipientPhone)
  checkTemplateAllowed(contactState.contact, template.category)
  if (template.hasVoiceCall && limit !== 'unlimited' && limit < voiceCallLimit)
    throw new Refusal('VOICE_CALL_LIMIT_NOT_MET')
  checkReach(contactState, limit)
  const sent = await dispatch(ctx, {
    sender,
    customerKey: contactState.customerKey,
    address: numberAddress(contactState.contact, recipientPhone),
    name: input.recipientName ?? null,
    checkedAt: contactState.now,
    content: {
      kind: 'template',
      templateExternalId: template.externalId!,
      variables: filled.variables,
      text: filled.text,
    },
    entry,
    effectKey: operation?.key,
    campaignId: input.campaignId,
  })
  return sent ?? (await findSent(ctx, operation!.key))!
}

function checkTemplate(template: Template, variables: Record<string, unknown>) {
  const { synced, status } = template
  if (!synced) throw new Refusal('TEMPLATE_NOT_SYNCED')
  if (status !== 'approved')
    throw new Refusal('TEMPLATE_NOT_APPROVED', `Template is not approved. Current status: ${status}`)
  const filled = fillTemplate(template, variables)
  if (!filled.ok) throw new Refusal('TEMPLATE_MISMATCH', filled.mismatch)
  return filled
}

/** An existing conversation keeps its own assistant. */
async function checkAssistant(ctx: AccountContext, { assistantId }: Sender, { contact }: ContactState) {
  if (assistantId === null) throw new Refusal('NO_ASSISTANT_CONFIGURED')
  if (contact !== undefined && contact.conversationId !== null) return { assistantId }
  const assistant = orRefuse(await findAssistant(ctx.db, ctx.account.id, assistantId), 'NO_ASSISTANT_CONFIGURED')
  return { assistantId, timeoutMinutes: assistant.conversationInactivityTimeoutMinutes }
}

/** Customers who were reached or wrote within 24 hours do not count again. */
function checkReach({ now, contact, reached }: ContactState, limit: number | 'unlimited'): void {
  if (limit === 'unlimited' || reached < limit) return
  if (isWithinDay(contact?.reachedAt ?? null, now) || isWithinDay(contact?.lastInboundAt ?? null, now)) return
  const message = `The messaging limit of this sender is used up: it has reached ${limit} people within 24 hours.`
  throw new Refusal('MESSAGING_LIMIT_UNAVAILABLE', message)
}
