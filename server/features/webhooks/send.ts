// One attempt over the wire, and what its answer means.
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { FetchReply } from '#server/ports/fetcher.ts'
import { signatureHeaders } from './signature.ts'
import type { AttemptEnd, Claimed } from './store-sending.ts'

export const answerWithinMs = 15_000
const responseBytes = 1024

/** `delivered`, `again` by the schedule, `refused` for ever by us, `gone` for ever by the receiver. */
export type Verdict = 'delivered' | 'again' | 'refused' | 'gone'

export interface Outcome extends AttemptEnd {
  verdict: Verdict
}

export async function send(ctx: AppContext, claimed: Claimed, keys: readonly Buffer[]): Promise<Outcome> {
  const { messageId, url, body } = claimed
  const startedMs = performance.now()
  const elapsedMs = () => Math.round(performance.now() - startedMs)
  try {
    const reply = await ctx.fetcher.fetch({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders({ messageId, sentAt: new Date(), body }, keys),
      },
      body,
      maxRedirects: 0,
      timeoutMs: answerWithinMs,
      maxBytes: responseBytes,
    })
    return { ...judge(reply.status), statusCode: reply.status, durationMs: elapsedMs(), response: beginningOf(reply) }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    // The id makes a second attempt harmless, so whatever was not refused outright is tried again.
    const verdict = error.code === 'address_refused' ? 'refused' : 'again'
    return { verdict, statusCode: null, error: error.message, durationMs: elapsedMs(), response: null }
  }
}

function judge(status: number): { verdict: Verdict; error: string | null } {
  if (status >= 200 && status < 300) return { verdict: 'delivered', error: null }
  if (status === 410) return { verdict: 'gone', error: 'The receiver answered 410: it wants no more of this.' }
  if (status >= 300 && status < 400)
    return { verdict: 'again', error: `The receiver answered ${status}: redirects are not followed.` }
  return { verdict: 'again', error: `The receiver answered ${status}.` }
}

/** As text that a column can hold. */
function beginningOf({ body }: FetchReply): string | null {
  const text = new TextDecoder().decode(body.subarray(0, responseBytes)).replaceAll('\u0000', '\uFFFD')
  return text === '' ? null : text.slice(0, responseBytes)
}
