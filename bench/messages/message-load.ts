// The requests of the messages benchmark, from API clients and from the carrier.
import { randomBytes } from 'node:crypto'
import { documentedAccount } from '@parley/carrier-sandbox'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { exchange } from '../shared/load.ts'
import type { AcceptedMessage } from './instant-carrier.ts'
import { type BenchSender, sendBody } from './senders.ts'

export interface MessageLoad {
  /** Sends a template to a new customer, from the next sender. */
  sendTemplate(): Promise<unknown>
  /** Sends a message directly to the carrier. */
  sendToCarrier(): Promise<unknown>
  /** Posts an inbound message of one of `customers` customers of the next sender. */
  writeAsCustomer(customers: number): Promise<unknown>
  /** Posts a status callback of the carrier. */
  postStatus(message: AcceptedMessage, status: string): Promise<unknown>
  readSession(): Promise<unknown>
  listConversations(): Promise<unknown>
}

const { accountSid, authToken } = documentedAccount
const formType = 'application/x-www-form-urlencoded'

function post(url: string, form: Record<string, string>, headers: Record<string, string>): Promise<unknown> {
  return exchange(url, {
    headers: { 'content-type': formType, ...headers },
    body: new URLSearchParams(form).toString(),
  })
}

const signed = (url: string, form: Record<string, string>): Promise<unknown> =>
  post(url, form, { 'x-twilio-signature': signTwilioWebhook({ authToken, url, form }) })

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`

export interface Endpoints {
  baseUrl: string
  carrierUrl: string
  senders: readonly BenchSender[]
}

export function createMessageLoad({ baseUrl, carrierUrl, senders }: Endpoints): MessageLoad {
  let [sent, written, read, listed] = [0, 0, 0, 0]
  const senderAt = (index: number): BenchSender => senders[index % senders.length]!
  const customerAt = (index: number, customers: number): string =>
    `+44773${String(Math.floor(index / senders.length) % customers).padStart(6, '0')}`
  const bearer = ({ token }: BenchSender) => ({ authorization: `Bearer ${token}` })
  return {
    sendTemplate() {
      const sender = senderAt(sent)
      const body = JSON.stringify(sendBody(sender, `+44771${String(sent++).padStart(6, '0')}`))
      const headers = { ...bearer(sender), 'content-type': 'application/json' }
      return exchange(`${baseUrl}/api/user/chatapp/send`, { headers, body })
    },
    sendToCarrier() {
      const form = {
        From: 'whatsapp:+14155550000',
        To: 'whatsapp:+447710000000',
        ContentSid: `HX${'0'.repeat(32)}`,
        ContentVariables: '{"1":"Ann"}',
      }
      const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`
      return post(`${carrierUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, form, { authorization })
    },
    writeAsCustomer(customers) {
      const from = customerAt(written, customers)
      return signed(`${baseUrl}/carrier/twilio/message`, {
        MessageSid: newSid(),
        AccountSid: accountSid,
        From: `whatsapp:${from}`,
        To: `whatsapp:${senderAt(written++).number}`,
        Body: 'When do you open tomorrow?',
        ProfileName: 'Ann',
        WaId: from.slice(1),
        NumMedia: '0',
        NumSegments: '1',
        SmsStatus: 'received',
        ApiVersion: '2010-04-01',
      })
    },
    postStatus: ({ sid, statusCallback }, status) =>
      signed(statusCallback.replace(/#.*$/, ''), {
        MessageSid: sid,
        AccountSid: accountSid,
        MessageStatus: status,
        SmsStatus: status,
        ApiVersion: '2010-04-01',
      }),
    readSession() {
      const sender = senderAt(read)
      const query = new URLSearchParams({ sender_id: `${sender.senderId}`, recipient_phone: customerAt(read++, 1) })
      return exchange(`${baseUrl}/api/user/chatapp/session-status?${query}`, { headers: bearer(sender) })
    },
    listConversations: () => exchange(`${baseUrl}/api/user/conversations`, { headers: bearer(senderAt(listed++)) }),
  }
}
