// Keeps the control of the sandbox to this machine: no other host, no page of another site.
import type { IncomingMessage } from 'node:http'

/** Why a request is turned away, or undefined. */
export function turnAway({ socket, headers, method }: IncomingMessage): string | undefined {
  const address = socket.remoteAddress ?? ''
  if (!/^(?:::ffff:)?127\.|^::1$/.test(address)) return 'The sandbox is controlled from its own machine alone.'
  // A name that was made to point here is a page of somebody else's.
  const host = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? ''
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)) return 'Ask for localhost or 127.0.0.1.'
  if (method === 'GET' || method === 'HEAD') return undefined
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    return 'No page of another site may do this.'
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  return isJson || method === 'DELETE' ? undefined : 'Send JSON.'
}
