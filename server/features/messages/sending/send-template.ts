// Sending a template: the message that may begin a conversation.
import { findAssistant } from '#server/features/assistants/index.ts'
import { fillTemplate, findSender, findTemplate, type Sender, type Template } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkTemplateAllowed } from '../contacts/opt-out.ts'
import { customerKeyOf, deliveryAddress, isE164 } from '../contacts/phone.ts'
import { type ContactState, findContactState } from '../contacts/store-contacts.ts'
import type { SentMessage } from '../message/message.ts'
import { isWithinDay } from '../message/window.ts'
import { dispatch } from './dispatch.ts'
import { findSent } from './find-sent.ts'
import { mayHaveReached, recordReached } from './reach.ts'

export interface SendTemplateInput {
  senderId: number
  templateId: number
  recipientPhone: string
  recipientName: string | undefined
  /** As the caller gave them. */
  variables: Record<string, unknown>
}

/** People within 24 hours that a sender of voice-call templates has to be allowed to reach. */
const voiceCallLimit = 2000

/** Refuses as the contract of the endpoint says; under an effect's key it sends once, and answers as the first time. */
export async function sendTemplate(
  ctx: AccountContext,
  input: SendTemplateInput,
  effect?: IdempotentOperation,
): Promise<SentMessage> {
  if (!isE164(input.recipientPhone)) throw new Refusal('INVALID_PHONE')
  // Before what may have changed since: the window, the limit, the template.
  const sentBefore = effect?.isResumed ? await findSent(ctx, effect.key) : undefined
  if (sentBefore) return sentBefore
  const { id: accountId } = ctx.account
  const { senderId, templateId, recipientPhone } = input
  const [sender, template] = await Promise.all([
    findSender(ctx.db, accountId, senderId),
    findTemplate(ctx.db, accountId, senderId, templateId),
  ])
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  if (!template) throw new Refusal('TEMPLATE_NOT_FOUND')
  checkSender(sender)
  const filled = checkTemplate(template, input.variables)
  const customerKey = customerKeyOf(recipientPhone)
  const limit = limitOf(sender)
  const countedAtMs = performance.now()
  const countUpTo = limit === 'unlimited' || !mayHaveReached(senderId, limit, countedAtMs) ? 0 : limit
  const acquaintance = await findContactState(ctx.db, accountId, { senderId, customerKey, countUpTo })
  if (countUpTo > 0) recordReached(senderId, { reached: acquaintance.reached, atMs: countedAtMs })
  const said = await checkAssistant(ctx, sender, acquaintance)
  checkTemplateAllowed(acquaintance.contact, template.category)
  checkVoiceCall(template, limit)
  checkReach(acquaintance, limit)
  const sent = await dispatch(ctx, {
    sender,
    customerKey,
    address: deliveryAddress(acquaintance.contact, recipientPhone),
    name: input.recipientName ?? null,
    checkedAt: acquaintance.now,
    content: { kind: 'template', templateSid: template.carrierSid!, variables: filled.variables, text: filled.text },
    said: { ...said, effectKey: effect?.key },
  })
  return sent ?? (await findSent(ctx, effect!.key))!
}

function checkSender({ status }: Sender): void {
  if (status !== 'online') throw new Refusal('SENDER_OFFLINE', `Sender is not online. Current status: ${status}`)
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

/** A conversation that is there has its own assistant. */
async function checkAssistant(ctx: AccountContext, { assistantId }: Sender, { contact }: ContactState) {
  if (assistantId === null) throw new Refusal('NO_ASSISTANT_CONFIGURED')
  if (contact !== undefined && contact.conversationId !== null) return { assistantId }
  const assistant = await findAssistant(ctx.db, ctx.account.id, assistantId)
  if (!assistant) throw new Refusal('NO_ASSISTANT_CONFIGURED')
  return { assistantId, timeoutMinutes: assistant.conversationInactivityTimeoutMinutes }
}

function limitOf({ messagingLimit }: Sender): number | 'unlimited' {
  if (messagingLimit === null) throw new Refusal('MESSAGING_LIMIT_UNAVAILABLE')
  return messagingLimit
}

function checkVoiceCall({ hasVoiceCall }: Template, limit: number | 'unlimited'): void {
  if (hasVoiceCall && limit !== 'unlimited' && limit < voiceCallLimit) throw new Refusal('VOICE_CALL_LIMIT_NOT_MET')
}

/** Who was reached within the day, or is in a talk, counts no more than he does already. */
function checkReach({ now, contact, reached }: ContactState, limit: number | 'unlimited'): void {
  if (limit === 'unlimited' || reached < limit) return
  if (isWithinDay(contact?.reachedAt ?? null, now) || isWithinDay(contact?.lastInboundAt ?? null, now)) return
  const sentence = `The messaging limit of this sender is used up: it has reached ${limit} people within 24 hours.`
  throw new Refusal('MESSAGING_LIMIT_UNAVAILABLE', sentence)
}
