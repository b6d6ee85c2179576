// A service that flows call in tests, and that refuses what the test says.
import { openReceiver } from '../emulators/receiver.ts'
import { step } from './flows.ts'

export async function openTarget() {
  /** Paths that are refused with 409. */
  const broken = new Set<string>()
  const receiver = await openReceiver(({ path }) =>
    broken.has(path) ? { status: 409, body: 'broken' } : { body: JSON.stringify({ tier: 'gold', path }) },
  )
  return {
    ...receiver,
    broken,
    /** Its address, which must be allowed. */
    allowPrivate: [new URL(receiver.url).host],
    requestsTo: (path: string) => receiver.requests.filter((request) => request.path === path),
    /** A step that posts to the path. */
    post: (name: string, path: string, fields: object = {}) =>
      step(name, 'http_request', { method: 'POST', url: `${receiver.url}${path}`, ...fields }),
  }
}
