// The DNS queries that the resolver makes, and their implementation with the resolver of Node.
import { Resolver } from 'node:dns/promises'

export interface NaptrRecord {
  order: number
  preference: number
  flags: string
  service: string
  replacement: string
}

export interface SrvRecord {
  priority: number
  weight: number
  port: number
  name: string
}

/** Each query resolves with an empty list if there are no such records, and rejects if the servers do not answer. */
export interface NameServer {
  naptr(name: string): Promise<NaptrRecord[]>
  srv(name: string): Promise<SrvRecord[]>
  /** IPv4 addresses. */
  a(name: string): Promise<string[]>
  /** IPv6 addresses. */
  aaaa(name: string): Promise<string[]>
}

const queryMs = 2_000
const attempts = 2

/** Asks the servers of the system, or the given ones (`192.0.2.1` or `192.0.2.1:53`). */
export function createNameServer(servers?: readonly string[]): NameServer {
  const resolver = new Resolver({ timeout: queryMs, tries: attempts })
  if (servers !== undefined) resolver.setServers(servers)
  return {
    naptr: (name) => orNone(resolver.resolveNaptr(name)),
    srv: (name) => orNone(resolver.resolveSrv(name)),
    a: (name) => orNone(resolver.resolve4(name)),
    aaaa: (name) => orNone(resolver.resolve6(name)),
  }
}

async function orNone<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  try {
    return await rows
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw error
  }
}
