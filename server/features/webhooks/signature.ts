// Signs deliveries as Standard Webhooks defines, and additionally signs the raw body alone.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createHmac } from 'node:crypto'

interface SignedMessage {
  messageId: string
  sentAt: Date
  body: string
}

/** The secret in the form that the API returns. */
export const secretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`

/**
 * `keys` are newest first. `webhook-signature` contains one signature per key. `X-Signature-256` uses the newest only,
 * and its HMAC key is the text of the whole secret, as existing verifiers expect.
 */
export function signatureHeaders(
  { messageId, sentAt, body }: SignedMessage,
  keys: readonly Buffer[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const content = `${messageId}.${timestamp}.${body}`
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${hmac(key, content).digest('base64')}`).join(' '),
    'x-signature-256': bodySignature(secretOf(keys[0]!), body),
  }
}

/** The value of `X-Signature-256`. */
export const bodySignature = (secret: string, body: string | Buffer): string =>
  `sha256=${hmac(secret, body).digest('hex')}`

const hmac = (key: Buffer | string, content: string | Buffer) => createHmac('sha256', key).update(content)
