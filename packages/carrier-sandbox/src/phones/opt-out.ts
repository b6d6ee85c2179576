// Opt-out keywords and Twilio's automatic replies to them.
import type { Channel } from '../core/addresses.ts'
import type { SandboxContext } from '../core/context.ts'

type OptOutType = 'STOP' | 'START' | 'HELP'

const keywords: Readonly<Record<OptOutType, readonly string[]>> = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
}

const replies: Readonly<Record<OptOutType, string>> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}

/** The whole message must be the keyword, in any case; toll-free numbers support only STOP and UNSTOP. */
function optOutTypeOf(body: string, sender: string): OptOutType | undefined {
  const word = body.trim().toUpperCase()
  if (/^\+18(?:00|88|77|66|55|44|33)\d{7}$/.test(sender)) {
    return word === 'STOP' ? 'STOP' : word === 'UNSTOP' ? 'START' : undefined
  }
  return (Object.keys(keywords) as OptOutType[]).find((type) => keywords[type].includes(word))
}

/** Stores the opt-out and returns Twilio's reply; returns undefined if the message is no keyword. */
export function applyOptOut(
  context: SandboxContext,
  message: { from: string; to: string; body: string; channel: Channel },
): { type: OptOutType; reply: string; isAdvanced: boolean } | undefined {
  const { from, to, body, channel } = message
  const { state, settings } = context
  const isAdvanced =
    settings.whatsAppOptOut ||
    state.services.values().some((service) => service.advancedOptOut && service.senders.includes(to))
  const type = channel === 'sms' || isAdvanced ? optOutTypeOf(body, to) : undefined
  if (!type) return undefined
  const before = state.contact(to, from).optedOut
  if (type !== 'HELP') state.saveContact(to, from, { optedOut: type === 'STOP' })
  // START and YES are ordinary words for customers who have not opted out.
  if (type === 'START' && !before) return undefined
  return { type, reply: replies[type], isAdvanced }
}
