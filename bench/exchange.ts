// Sends the requests of the benchmarks.
import { Agent, request } from 'undici'

/** Shorter than the keep-alive timeout of the server, so that no connection is reused while the server closes it. */
const dispatcher = new Agent({ connections: 256, keepAliveMaxTimeout: 10_000 })

/** Sends a GET request, or a POST request if there is a body, and throws if it fails. */
export async function exchange(
  url: string,
  options: { headers: Record<string, string>; body?: string },
): Promise<void> {
  const method = options.body === undefined ? 'GET' : 'POST'
  const answer = await request(url, { dispatcher, method, ...options })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${url} responded with ${answer.statusCode}: ${text}`)
}
