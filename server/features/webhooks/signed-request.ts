// The HTTP request of a webhook: a signed JSON body, without redirects.
import type { FetchRequest } from '#server/ports/fetcher.ts'
import { signatureHeaders } from './signature.ts'

export interface WebhookMessage {
  messageId: string
  url: string
  body: string
}

export function signedRequest(
  { messageId, url, body }: WebhookMessage,
  keys: readonly Buffer[],
  limits: { timeoutMs: number; maxBytes: number },
): FetchRequest {
  return {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders({ messageId, sentAt: new Date(), body }, keys),
    },
    body,
    maxRedirects: 0,
    ...limits,
  }
}
