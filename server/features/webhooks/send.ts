// Sends one attempt and classifies the response.
import { decodeResponse } from '@parley/documents'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { secretsOfUrl } from '#server/platform/security/request-secrets.ts'
import { createSecretMask, type SecretMask } from '#server/platform/security/secret-mask.ts'
import type { FetchReply } from '#server/ports/fetcher.ts'
import { signedRequest } from './signed-request.ts'
import type { AttemptResult, ClaimedDelivery } from './store-sending.ts'

export const attemptTimeoutMs = 15_000
const responseBytes = 1024
const limits = { timeoutMs: attemptTimeoutMs, maxBytes: responseBytes }

/** `again`: retried by the schedule. `refused`: the URL is not allowed. `gone`: the receiver responded with 410. */
export type Verdict = 'delivered' | 'again' | 'refused' | 'gone'

export interface Outcome extends AttemptResult {
  verdict: Verdict
}

export async function send(ctx: AppContext, claimed: ClaimedDelivery, keys: readonly Buffer[]): Promise<Outcome> {
  const startedMs = performance.now()
  const elapsedMs = () => Math.round(performance.now() - startedMs)
  const mask = createSecretMask(secretsOfUrl(claimed.url))
  try {
    const reply = await ctx.fetcher.fetch(signedRequest(claimed, keys, limits))
    return {
      ...judge(reply.status),
      statusCode: reply.status,
      durationMs: elapsedMs(),
      response: excerptOf(reply, mask),
    }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    // Receivers detect duplicates by the webhook id, so an attempt with an unknown outcome can be repeated.
    const verdict = error.code === 'address_refused' ? 'refused' : 'again'
    return { verdict, statusCode: null, error: mask.text(error.message), durationMs: elapsedMs(), response: null }
  }
}

function judge(status: number): { verdict: Verdict; error: string | null } {
  if (status >= 200 && status < 300) return { verdict: 'delivered', error: null }
  if (status === 410) return { verdict: 'gone', error: 'The receiver responded with 410 and gets no more requests.' }
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : ''
  return { verdict: 'again', error: `The receiver responded with ${status}${redirect}.` }
}

/** PostgreSQL text cannot contain NUL. A receiver can repeat the credentials of its URL. */
function excerptOf({ body, headers, truncated }: FetchReply, mask: SecretMask): string | null {
  const decoded = decodeResponse(body.subarray(0, responseBytes), headers['content-type'])
  const text = (truncated ? mask.cutText(decoded) : mask.text(decoded)).replaceAll('\u0000', '\uFFFD')
  return text === '' ? null : text.slice(0, responseBytes)
}
