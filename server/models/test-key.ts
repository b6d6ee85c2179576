// Tests the key of a vendor with one small request.
import { errors, request } from 'undici'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { KeyTest } from '#server/ports/vendors.ts'
import { agentThrough, type Connect } from './ai-sdk/connection.ts'
import type { KeyRequest } from './key-vendors.ts'

const timeoutMs = 10_000
const maxErrorBytes = 16_384

/** A valid key that may not list models can still be allowed to use them. */
const lacksPermission = /missing_permissions|missing scopes/i

/** Follows no redirects. `connect` checks an address that a user chose. */
export async function testKey(
  { url, headers, rejectsWith }: KeyRequest,
  connect: Connect | undefined,
): Promise<KeyTest> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { statusCode: status, body } = await request(url, { headers, signal, dispatcher: agentThrough(connect) })
    const isRejected = status === 401 || status === 403 || status === rejectsWith
    const text = isRejected ? await beginningOf(body) : ''
    // The connection is closed, because the rest can be endless.
    body.on('error', () => {}).destroy()
    // A key with too many requests is a key.
    if ((status >= 200 && status < 300) || status === 429 || lacksPermission.test(text)) return { outcome: 'accepted' }
    return isRejected ? { outcome: 'rejected' } : { outcome: 'unclear', status }
  } catch (error) {
    if (error instanceof OutsideError && error.code === 'address_refused')
      return { outcome: 'address_refused', reason: error.message }
    const isTimeout = signal.aborted || error instanceof errors.ConnectTimeoutError
    return { outcome: isTimeout ? 'timeout' : 'unreachable' }
  }
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= maxErrorBytes) break
  }
  return Buffer.concat(chunks).toString().slice(0, maxErrorBytes)
}
