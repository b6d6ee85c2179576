// The signatures of a delivery: that of Standard Webhooks, and one over the raw body alone.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createHmac } from 'node:crypto'

export interface Signed {
  messageId: string
  sentAt: Date
  body: string
}

/** The secret as the account sees it: Standard Webhooks signs with the bytes that its base64 text encodes. */
export const secretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`

/**
 * `keys` newest first: `webhook-signature` carries one signature for each. `X-Signature-256` is made with the newest
 * alone, and its HMAC key is the characters of the whole secret, as existing verifiers compute it.
 */
export function signatureHeaders({ messageId, sentAt, body }: Signed, keys: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const content = `${messageId}.${timestamp}.${body}`
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${hmac(key, content).digest('base64')}`).join(' '),
    'x-signature-256': `sha256=${hmac(secretOf(keys[0]!), body).digest('hex')}`,
  }
}

const hmac = (key: Buffer | string, content: string) => createHmac('sha256', key).update(content, 'utf8')
