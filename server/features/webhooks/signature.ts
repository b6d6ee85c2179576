// The signatures of a delivery: Standard Webhooks' own, and one over the raw body alone.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createHmac } from 'node:crypto'

export interface Signed {
  messageId: string
  sentAt: Date
  body: string
}

/** `keys` newest first: Standard Webhooks takes one signature for each, the other header has room for the newest. */
export function signatureHeaders({ messageId, sentAt, body }: Signed, keys: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const content = `${messageId}.${timestamp}.${body}`
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${hmac(key, content).digest('base64')}`).join(' '),
    'x-signature-256': `sha256=${hmac(keys[0]!, body).digest('hex')}`,
  }
}

const hmac = (key: Buffer, content: string) => createHmac('sha256', key).update(content, 'utf8')
