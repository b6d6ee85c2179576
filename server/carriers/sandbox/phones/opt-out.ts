// The words by which people leave and come back, and what the carrier answers for itself.
import type { Channel } from '../core/addresses.ts'
import type { Exchange } from '../core/exchange.ts'

export type OptOutType = 'STOP' | 'START' | 'HELP'

const words: Readonly<Record<OptOutType, readonly string[]>> = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
}

const answers: Readonly<Record<OptOutType, string>> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}

/** The whole message is the word, in any case; toll-free numbers know STOP and UNSTOP alone. */
export function optOutTypeOf(body: string, sender: string): OptOutType | undefined {
  const word = body.trim().toUpperCase()
  if (/^\+18(?:00|88|77|66|55|44|33)\d{7}$/.test(sender)) {
    return word === 'STOP' ? 'STOP' : word === 'UNSTOP' ? 'START' : undefined
  }
  return (Object.keys(words) as OptOutType[]).find((type) => words[type].includes(word))
}

export function findAdvancedOptOut({ state, settings }: Exchange, sender: string): boolean {
  if (settings.whatsAppOptOut) return true
  return [...state.services.values()].some((service) => service.advancedOptOut && service.senders.includes(sender))
}

/** Remembers what the word asks for; returns the carrier's own answer, undefined when the word means nothing here. */
export function heedOptOut(
  exchange: Exchange,
  message: { from: string; to: string; body: string; channel: Channel },
): { type: OptOutType; answer: string; isAdvanced: boolean } | undefined {
  const { from, to, body, channel } = message
  const isAdvanced = findAdvancedOptOut(exchange, to)
  const type = channel === 'sms' || isAdvanced ? optOutTypeOf(body, to) : undefined
  if (!type) return undefined
  const before = exchange.state.acquaintance(to, from).optedOut
  if (type !== 'HELP') exchange.state.saveAcquaintance(to, from, { optedOut: type === 'STOP' })
  // YES is an ordinary word to those who never left.
  if (type === 'START' && !before) return undefined
  return { type, answer: answers[type], isAdvanced }
}
