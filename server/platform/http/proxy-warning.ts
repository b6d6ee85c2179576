// A proxy that nobody has told us of: all its visitors count as one address, which is worth a word to the operator.
import type { FastifyInstance } from 'fastify'
import type { Log } from '../observability/log.ts'

/** Warns once, when `X-Forwarded-For` comes from an address whose word is not taken. */
export function warnOfUnknownProxy(server: FastifyInstance, log: Log): void {
  let isWarned = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined && !isBelieved(request)) {
      isWarned = true
      log.warn(
        { from: request.socket.remoteAddress },
        'X-Forwarded-For of an address that is not among TRUSTED_PROXIES is passed over: if it is your proxy, all visitors count as one address',
      )
    }
    done()
  })
}

/** Without any trusted proxy there is no list; else it begins with the peer, and goes on only when that one is trusted. */
const isBelieved = ({ ips }: { ips?: string[] }): boolean => (ips?.length ?? 0) > 1
