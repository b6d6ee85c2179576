// The typing indicator, which also marks the message as read.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import type { Answer, Call } from './call.ts'

export function showTyping(exchange: Exchange, { form }: Call): Answer {
  if (form.get('channel') !== 'whatsapp') throw new CarrierRefusal(20001, 'Invalid parameter channel')
  const message = exchange.state.messages.get(form.get('messageId') ?? '')
  if (message?.direction !== 'inbound') throw new CarrierRefusal(20404)
  exchange.events.publish({ type: 'typing', from: message.to, to: message.from })
  return { status: 200, body: { success: true }, sid: message.sid }
}
