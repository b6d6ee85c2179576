// The URLs of this installation that Twilio requests.
import type { InboundWebhook, ReportKey } from '#server/ports/carrier.ts'
import { webhookRetries } from './signature.ts'

export const root = '/carrier/twilio'

export type ReportKind = 'status' | 'call-status' | 'amd' | 'agent-decision' | 'agent-amd' | 'agent-status'

export type WebhookUrls = ReturnType<typeof createWebhookUrls>

/** `publicUrl` has no slash at its end. */
export function createWebhookUrls(publicUrl: string) {
  const inbound = inboundUrlOf(publicUrl) + webhookRetries
  return {
    /** For messages of customers. */
    inbound,
    /** For inbound calls. */
    voice: `${publicUrl}${root}/voice`,
    /** The WebSocket of media streams. It decides also which URL Twilio signs, whatever a proxy requests. */
    media: mediaUrlOf(publicUrl),
    report: (kind: ReportKind, { uuid, token }: ReportKey): string =>
      `${publicUrl}${root}/${kind}/${uuid}/${token}${webhookRetries}`,
    /** Ignores the fragment, which configures retries. */
    isInbound({ url, method }: InboundWebhook): boolean {
      if (url === null || method !== 'POST') return false
      const [theirs, ours] = [url, inbound].map((text) => URL.parse(text.split('#', 1)[0]!))
      return theirs?.href === ours!.href
    },
  }
}

/** For messages of customers, without the fragment that configures retries. */
export const inboundUrlOf = (publicUrl: string): string => `${publicUrl}${root}/message`

export const mediaPath = `${root}/media`

export const mediaUrlOf = (publicUrl: string): string => toWebSocketUrl(publicUrl) + mediaPath

export const toWebSocketUrl = (url: string): string => url.replace(/^http/i, 'ws')
