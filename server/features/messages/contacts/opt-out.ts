// The keywords by which customers opt out of messages and opt in again, and the rules that follow from an opt-out.
import { optedOutCode } from '#contract/messages/messages.ts'
import { CarrierRefusal } from '#server/features/carrier-accounts/index.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import type { Contact } from '../message/message.ts'
import { plainWords } from './plain-words.ts'
import { readKeyword } from './read-keyword.ts'

/**
 * After these words, the carrier no longer delivers SMS, and confirms that itself. In the chat app, customers also write
 * `end`, `quit` and `cancel` about orders and appointments.
 */
const carrierStopWords = new Set(['stop', 'stopall', 'unsubscribe', 'optout', 'cancel', 'end', 'quit', 'revoke'])
const carrierStartWords = new Set(['start', 'unstop', 'yes'])
const carrierHelpWords = new Set(['help', 'info'])
const startWords = new Set(['start', 'unstop'])

export type OptOut = 'stop' | 'start'

export interface HeardRequest {
  asks: OptOut | 'help'
  /** The languages in which it can be written; none if the words are those of all languages. */
  languages: readonly string[]
}

type OptOutState = Pick<Contact, 'optedOutAt' | 'marketingOptedOutAt'>
type Written = Pick<InboundMessage, 'body' | 'optOutType' | 'channel'>

/**
 * Hears a customer who ends all messages, wants them again after an opt-out, or asks for help. If the carrier has
 * detected a keyword itself, that takes precedence. `own` are the account's words for an opt-out.
 */
export function hearRequest(
  { body, optOutType, channel }: Written,
  contact: OptOutState | undefined,
  own: readonly string[] = [],
): HeardRequest | undefined {
  if (optOutType !== null) return { asks: optOutType, languages: [] }
  const words = plainWords(body)
  if (channel === 'sms' && carrierStopWords.has(words)) return { asks: 'stop', languages: [] }
  if (contact) {
    const { optedOutAt, marketingOptedOutAt } = contact
    const startsAll = optedOutAt !== null && words === 'yes'
    if (startsAll || ((optedOutAt ?? marketingOptedOutAt) !== null && startWords.has(words)))
      return { asks: 'start', languages: [] }
  }
  return readKeyword(body, own)
}

/** Counts as an opt-in if the contact was erased after an opt-out. */
export const isStartWord = (body: string): boolean => startWords.has(plainWords(body))

const tollFree = /^\+1(?:800|833|844|855|866|877|888)\d{7}$/

/** Whether the carrier itself replies. It compares the whole text of an SMS, and reports the word only in some accounts. */
export function isAnsweredByCarrier({ body, optOutType, channel, to }: Written & Pick<InboundMessage, 'to'>): boolean {
  if (optOutType !== null) return true
  if (channel !== 'sms') return false
  const word = body.trim().toLowerCase()
  return carrierStopWords.has(word) || carrierStartWords.has(word) || (carrierHelpWords.has(word) && !tollFree.test(to))
}

/** The customer has opted out of messages of this kind. Nothing was stored or held. */
export class OptedOut extends CarrierRefusal {
  constructor() {
    super(
      optedOutCode,
      'The recipient has opted out of messages from this sender. Messages can be sent again after the recipient writes START.',
      'opted_out',
    )
  }
}

/** Only marketing is refused; templates such as order updates are still sent. */
export function checkTemplateAllowed(contact: OptOutState | undefined, category: string): void {
  if (contact && category === 'marketing' && (contact.optedOutAt ?? contact.marketingOptedOutAt) !== null)
    throw new OptedOut()
}
