// Opens sockets for the safe fetcher: every address is checked on every dial, so a name that changes gains nothing.
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { OutsideError } from '#server/platform/outside-error.ts'
import { hostOf, type UrlPolicy } from './url-policy.ts'

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<{ address: string }>>

export interface ConnectorOptions {
  mayDial: UrlPolicy['mayDial']
  resolve: Resolve
  /** Name, TCP and TLS together. */
  connectTimeoutMs: number
}

export function createConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    const host = hostOf(target.hostname)
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    const mayDial = (address: string) => options.mayDial(host, address, port)
    // Node asks no lookup for a literal address: it is checked here. Both sides use the same `isIP`.
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

/** Hands on only what may be dialled: the answer that was checked is the answer that is used. */
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
  return new OutsideError('address_refused', 'This address is not open to the public.', { retryable: false })
}

/** Nothing was sent yet, so sending again does no harm. */
function connectFailed(cause?: unknown): OutsideError {
  return new OutsideError('connect_failed', 'The address could not be reached.', { retryable: true, cause })
}
