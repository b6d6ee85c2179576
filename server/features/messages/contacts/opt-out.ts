// The words by which customers forbid messages and allow them again: the whole message, in any case.
import { Refusal } from '#server/platform/refusal.ts'
import { trimEnd } from '#server/platform/text/trim-end.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import type { Contact } from '../message/message.ts'

/** In a chat, `end`, `quit` and `cancel` are what people say of orders and appointments. */
const stops = new Set(['stop', 'stopall', 'unsubscribe', 'optout'])
const starts = new Set(['start', 'unstop'])

export type OptOut = 'stop' | 'start'

type Forbidden = Pick<Contact, 'optedOutAt' | 'marketingOptedOutAt'>

/** A word of return is an ordinary one while nothing is forbidden. What the carrier itself has read goes first. */
export function optOutIn(
  { body, optOutType }: Pick<InboundMessage, 'body' | 'optOutType'>,
  contact: Forbidden | undefined,
): OptOut | undefined {
  if (optOutType === 'stop' || optOutType === 'start') return optOutType
  const word = trimEnd(body.toLowerCase().replace(/[\s-]+/g, ''), '.!')
  if (stops.has(word)) return 'stop'
  if (!contact) return undefined
  const { optedOutAt, marketingOptedOutAt } = contact
  if (optedOutAt !== null && word === 'yes') return 'start'
  return (optedOutAt ?? marketingOptedOutAt) !== null && starts.has(word) ? 'start' : undefined
}

/** What the customer reads when a word of his own has changed something. */
export const confirmationOf = ({ optedOutAt }: Forbidden): string =>
  optedOutAt === null
    ? 'You receive our messages again. Write STOP to end them.'
    : 'You receive no more messages from us. Write START to receive them again.'

/** The refusal of a message that the customer has forbidden; nothing was stored or held for it. */
export class OptedOut extends Refusal {
  constructor() {
    super(
      'PROVIDER_ERROR_21610',
      'The recipient has opted out of messages from this sender. They may be sent again once the recipient has written START.',
    )
  }
}

export function checkFreeformAllowed(contact: Forbidden | undefined): void {
  if (contact && contact.optedOutAt !== null) throw new OptedOut()
}

/** What a customer needs, such as news of an order, is still sent. */
export function checkTemplateAllowed(contact: Forbidden | undefined, category: string): void {
  if (contact && category === 'marketing' && (contact.optedOutAt ?? contact.marketingOptedOutAt) !== null)
    throw new OptedOut()
}

/** The carrier's codes for a customer who wants no messages, or none of marketing. */
export const forbidsAll: readonly number[] = [21610, 63014]
export const forbidsMarketing: readonly number[] = [63033]
