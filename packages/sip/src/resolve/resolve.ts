// Finds the targets of a SIP URI in the order in which they are tried (RFC 3263, section 4).
import { isIP } from 'node:net'
import type { SipClock } from '../clock.ts'
import type { SipUri } from '../message/uri.ts'
import type { Protocol, Target } from '../transport/transport.ts'
import type { NameServer, NaptrRecord, SrvRecord } from './name-server.ts'
import { orderSrv } from './srv-order.ts'

export interface ResolverOptions {
  clock: SipClock
  names: NameServer
  /** What this stack can send over, the preferred one first. Default: UDP, TCP, TLS. */
  protocols?: readonly Protocol[]
  /** Default: `Math.random`. */
  random?: () => number
}

export interface ResolveOptions {
  /** The name that certificates must have, if it is not the host of the URI: the configured domain of the trunk. */
  serverName?: string
}

/**
 * The targets of a URI, at most 16, which are tried one after another; empty if the name does not exist or the protocol
 * is not supported. Rejects if the name servers do not answer within 10 s.
 */
export type Resolve = (uri: SipUri, options?: ResolveOptions) => Promise<Target[]>

/** A service of the domain: where its SRV records are, or its host and port. */
interface Service {
  protocol: Protocol
  srvName: string
}

const maxTargets = 16
const maxRecords = 16
const resolveMs = 10_000
const naptrMs = 2_000
// Node does not report the TTL of SRV records.
const cacheMs = 60_000
const maxCached = 1_000

const srvPrefixes: Readonly<Record<Protocol, string>> = { udp: '_sip._udp.', tcp: '_sip._tcp.', tls: '_sips._tcp.' }
const naptrServices: Readonly<Record<string, Protocol>> = { 'sip+d2u': 'udp', 'sip+d2t': 'tcp', 'sips+d2t': 'tls' }
const defaultPort = (protocol: Protocol): number => (protocol === 'tls' ? 5061 : 5060)

export function createResolver(options: ResolverOptions): Resolve {
  const { clock, names, protocols = ['udp', 'tcp', 'tls'], random = Math.random } = options
  const cache = new Map<string, { untilMs: number; rows: Promise<unknown[]> }>()

  /** Answers are kept for 60 s, failures are not. */
  function cached<Row>(type: keyof NameServer, name: string): Promise<Row[]> {
    const key = `${type} ${name.toLowerCase()}`
    const known = cache.get(key)
    if (known !== undefined && known.untilMs > clock.now()) return known.rows as Promise<Row[]>
    const query: Promise<unknown[]> = names[type](name).then((found: unknown[]) => found.slice(0, maxRecords))
    const entry = { untilMs: clock.now() + cacheMs, rows: query }
    cache.delete(key)
    cache.set(key, entry)
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
    query.catch(() => {
      if (cache.get(key) === entry) cache.delete(key)
    })
    return query as Promise<Row[]>
  }

  async function find(uri: SipUri, serverName: string): Promise<Target[]> {
    const host = uri.params.get('maddr') || uri.host
    const wanted = protocolOf(uri)
    if (wanted === 'unsupported' || (wanted !== undefined && !protocols.includes(wanted))) return []
    // RFC 3263, section 4.1: with an IP address or a port, UDP is the default, and TLS for SIPS.
    if (isIP(host) !== 0 || uri.port !== undefined) {
      const protocol = wanted ?? protocols[0] ?? 'udp'
      return addressesOf(host, uri.port ?? defaultPort(protocol), protocol, serverName)
    }
    const services = await servicesOf(host, wanted)
    const targets: Target[] = []
    for (const { protocol, srvName } of services) {
      // A server that does not answer for one name can answer for the next.
      const found = await cached<SrvRecord>('srv', srvName).catch(() => [])
      const records = orderSrv(found, random)
      for (const { name, port } of records) {
        // A target of "." says that the service does not exist (RFC 2782).
        if (name === '' || name === '.' || targets.length >= maxTargets) continue
        targets.push(...(await addressesOf(name, port, protocol, serverName).catch(() => [])))
      }
    }
    if (targets.length > 0) return targets
    const protocol = wanted ?? protocols[0] ?? 'udp'
    return addressesOf(host, defaultPort(protocol), protocol, serverName)
  }

  /** The services of a domain, by NAPTR records or else by the usual names (RFC 3263, section 4.1). */
  async function servicesOf(host: string, wanted: Protocol | undefined): Promise<Service[]> {
    const usual = (wanted === undefined ? protocols : [wanted]).map((protocol) => ({
      protocol,
      srvName: `${srvPrefixes[protocol]}${host}`,
    }))
    if (wanted !== undefined && wanted !== 'tls') return usual
    // Many routers do not answer queries for NAPTR records.
    const records = await withLimit(cached<NaptrRecord>('naptr', host), naptrMs, clock).catch(() => [])
    const services = records
      .filter(({ flags, replacement }) => flags.toLowerCase() === 's' && replacement !== '')
      .sort((a, b) => a.order - b.order || a.preference - b.preference)
      .flatMap(({ service, replacement }) => {
        const protocol = naptrServices[service.toLowerCase()]
        const isWanted = protocol !== undefined && protocols.includes(protocol) && (wanted ?? protocol) === protocol
        return isWanted ? [{ protocol, srvName: replacement }] : []
      })
    return services.length > 0 ? services : usual
  }

  async function addressesOf(host: string, port: number, protocol: Protocol, serverName: string): Promise<Target[]> {
    const addresses =
      isIP(host) !== 0 ? [host] : await firstThatAnswers([cached<string>('a', host), cached<string>('aaaa', host)])
    return addresses.map((address) =>
      protocol === 'tls' ? { protocol, address, port, serverName } : { protocol, address, port },
    )
  }

  return async (uri, { serverName = uri.host } = {}) => {
    if (uri.scheme === 'tel' || uri.host === '') return []
    const targets = await withLimit(find(uri, serverName), resolveMs, clock)
    return targets.slice(0, maxTargets)
  }
}

/** The protocol that the URI asks for; undefined if it leaves the choice. */
function protocolOf({ scheme, params }: SipUri): Protocol | 'unsupported' | undefined {
  const transport = params.get('transport')?.toLowerCase()
  // `transport=tls` is deprecated and in use (RFC 3261, section 26.2.2).
  if (transport === 'tls') return 'tls'
  if (scheme === 'sips') return transport === undefined || transport === 'tcp' ? 'tls' : 'unsupported'
  if (transport === undefined || transport === 'udp' || transport === 'tcp') return transport
  return 'unsupported'
}

/** One family that answers is enough; rejects if none does. */
async function firstThatAnswers(queries: readonly Promise<string[]>[]): Promise<string[]> {
  const results = await Promise.allSettled(queries)
  const failed = results.find((result) => result.status === 'rejected')
  const rows = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (rows.length === 0 && failed !== undefined) throw failed.reason
  return rows
}

function withLimit<Result>(work: Promise<Result>, limitMs: number, clock: SipClock): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => reject(new Error('The name servers have not answered in time.')))
    work.then(resolve, reject).finally(cancel)
  })
}
