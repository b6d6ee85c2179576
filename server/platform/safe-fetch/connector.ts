// Opens sockets for the safe fetcher, and checks every address when it connects.
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { OutsideError } from '#server/platform/outside-error.ts'
import { exception, hostOf, type UrlPolicy } from './url-policy.ts'

/** Resolves all addresses of a name. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<{ address: string }>>

export interface ConnectorOptions {
  mayDial: UrlPolicy['mayDial']
  resolve: Resolve
  /** The time limit for name resolution, TCP and TLS together. */
  connectTimeoutMs: number
}

export function createConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    const host = hostOf(target.hostname)
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    const mayDial = (address: string) => options.mayDial(host, address, port)
    // Node.js does not call lookup for a literal address, so it is checked here with the same `isIP`.
    if (isIP(host) && !mayDial(host)) return callback(refused(), null)
    const connect = buildConnector({
      lookup: filteringLookup(options.resolve, mayDial),
      timeout: options.connectTimeoutMs,
      allowH2: false,
      autoSelectFamily: true,
      maxCachedSessions: 0,
    })
    connect(target, (error, socket) => {
      if (error === null) callback(null, socket)
      else callback(error instanceof OutsideError ? error : connectFailed(error), null)
    })
  }
}

/** Returns only allowed addresses, so that the checked address is the one that is used. */
export function filteringLookup(resolve: Resolve, mayDial: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const open = found
          .filter(({ address }) => mayDial(address))
          .map(({ address }) => ({ address, family: isIP(address) }))
        const [first] = open
        if (first === undefined) callback(found.length === 0 ? connectFailed() : refused(), '', 0)
        else if (options.all) callback(null, open)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(connectFailed(error), '', 0),
    )
  }
}

function refused(): OutsideError {
  return new OutsideError('address_refused', `The address is not public and cannot be used, ${exception}`, {
    retryable: false,
  })
}

/** Nothing was sent yet, so the request can be repeated. */
function connectFailed(cause?: unknown): OutsideError {
  return new OutsideError('connect_failed', 'The address could not be reached.', { retryable: true, cause })
}
