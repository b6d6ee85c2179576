// What passes between Parley, its callers and the carrier in the bench of messages, one exchange each.
import { randomBytes } from 'node:crypto'
import { documentedAccount } from '@parley/carrier-sandbox'
import { Agent, request } from 'undici'
import { signTwilioWebhook } from '#server/platform/security/twilio-signature.ts'
import type { TakenMessage } from './instant-carrier.ts'
import { type BenchSender, sendBody } from './senders.ts'

export interface MessageLoad {
  /** The next sender writes to a new customer. */
  sendTemplate(): Promise<void>
  /** The same to the carrier, without Parley. */
  askCarrier(): Promise<void>
  /** A customer writes; so many of each sender take turns. */
  writeAsCustomer(customers: number): Promise<void>
  /** The carrier has news of a message. */
  tellStatus(message: TakenMessage, status: string): Promise<void>
  readSession(): Promise<void>
  listConversations(): Promise<void>
}

/** Shorter than the server keeps a connection: none that it is closing is used again. */
const dispatcher = new Agent({ connections: 256, keepAliveMaxTimeout: 10_000 })
const { accountSid, authToken } = documentedAccount
const formType = 'application/x-www-form-urlencoded'

async function exchange(url: string, options: { headers: Record<string, string>; body?: string }): Promise<void> {
  const method = options.body === undefined ? 'GET' : 'POST'
  const answer = await request(url, { dispatcher, method, ...options })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${url} answered with ${answer.statusCode}: ${text}`)
}

function post(url: string, form: Record<string, string>, headers: Record<string, string>): Promise<void> {
  return exchange(url, {
    headers: { 'content-type': formType, ...headers },
    body: new URLSearchParams(form).toString(),
  })
}

const signed = (url: string, form: Record<string, string>): Promise<void> =>
  post(url, form, { 'x-twilio-signature': signTwilioWebhook({ authToken, url, form }) })

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`

export interface Ends {
  baseUrl: string
  carrierUrl: string
  senders: readonly BenchSender[]
}

export function createMessageLoad({ baseUrl, carrierUrl, senders }: Ends): MessageLoad {
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
    askCarrier() {
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
    tellStatus: ({ sid, statusCallback }, status) =>
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
