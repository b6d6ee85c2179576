// The keywords by which customers opt out of messages and opt in again, and the rules that follow from an opt-out.
import { Refusal } from '#server/platform/refusal.ts'
import { trimEnd } from '#server/platform/text/trim-end.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import type { Contact } from '../message/message.ts'

/** Excludes `end`, `quit` and `cancel`, which customers also write about orders and appointments. */
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'optout'])
/** After these words, the carrier no longer delivers SMS. */
const smsStopWords = new Set([...stopWords, 'cancel', 'end', 'quit', 'revoke'])
const startWords = new Set(['start', 'unstop'])

export type OptOut = 'stop' | 'start'

type OptOutState = Pick<Contact, 'optedOutAt' | 'marketingOptedOutAt'>

/**
 * Detects a message that consists of an opt-out or opt-in keyword, in any letter case. Opt-in keywords count only after
 * an opt-out. If the carrier has detected a keyword itself, that takes precedence.
 */
export function parseOptOut(
  { body, optOutType, channel }: Pick<InboundMessage, 'body' | 'optOutType' | 'channel'>,
  contact: OptOutState | undefined,
): OptOut | undefined {
  if (optOutType === 'stop' || optOutType === 'start') return optOutType
  const word = wordOf(body)
  if ((channel === 'sms' ? smsStopWords : stopWords).has(word)) return 'stop'
  if (!contact) return undefined
  const { optedOutAt, marketingOptedOutAt } = contact
  if (optedOutAt !== null && word === 'yes') return 'start'
  return (optedOutAt ?? marketingOptedOutAt) !== null && startWords.has(word) ? 'start' : undefined
}

/** Counts as an opt-in if the contact was erased after an opt-out. */
export const isStartWord = (body: string): boolean => startWords.has(wordOf(body))

const wordOf = (body: string): string => trimEnd(body.toLowerCase().replace(/[\s-]+/g, ''), '.!')

/** The reply to a customer whose keyword changed the opt-out. */
export const confirmationText = ({ optedOutAt }: OptOutState): string =>
  optedOutAt === null
    ? 'You will receive our messages again. Write STOP to end them.'
    : 'You will receive no more messages from us. Write START to receive them again.'

/** The customer has opted out of messages of this kind. Nothing was stored or held. */
export class OptedOut extends Refusal {
  constructor() {
    super(
      'PROVIDER_ERROR_21610',
      'The recipient has opted out of messages from this sender. Messages can be sent again after the recipient writes START.',
    )
  }
}

/** Only marketing is refused; templates such as order updates are still sent. */
export function checkTemplateAllowed(contact: OptOutState | undefined, category: string): void {
  if (contact && category === 'marketing' && (contact.optedOutAt ?? contact.marketingOptedOutAt) !== null)
    throw new OptedOut()
}

/** The carrier's error codes for customers who have opted out of all messages, or of marketing. */
export const optOutCodes: readonly number[] = [21610, 63014]
export const marketingOptOutCodes: readonly number[] = [63033]
