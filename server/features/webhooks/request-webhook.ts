// Sends one signed request whose response is needed at once, without retries.
import { decodeResponse } from '@parley/documents'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { signingKeys } from './secret.ts'
import { signedRequest } from './signed-request.ts'

const maxBytes = 64 * 1024

/** Returns the body of a 2xx response; undefined if there is none in time. */
export async function requestWebhook(
  ctx: AccountContext,
  { url, payload, timeoutMs }: { url: string; payload: object; timeoutMs: number },
): Promise<string | undefined> {
  const body = JSON.stringify(payload)
  const messageId = `msg_${ctx.newId().replaceAll('-', '')}`
  const keys = await signingKeys(ctx, ctx.account.id)
  try {
    const reply = await ctx.fetcher.fetch(signedRequest({ messageId, url, body }, keys, { timeoutMs, maxBytes }))
    const isAnswer = reply.status >= 200 && reply.status < 300 && !reply.truncated
    return isAnswer ? decodeResponse(reply.body, reply.headers['content-type']) : undefined
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}
