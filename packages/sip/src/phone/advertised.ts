// Finds the public address of the endpoint that a message leaves from.
import { type Endpoint, type NodeTransport, reaches, type Target } from '../transport/index.ts'

export interface Advertised {
  /** The address that Via and Contact name, behind a NAT that leads it to this endpoint. Default: the bound address. */
  advertised?: {
    address: string
    /** Default: the bound port. */
    port?: number
  }
}

type Endpoints = Partial<Record<Target['protocol'], readonly Advertised[]>>

/** `bound` are the addresses of the endpoints in the same order, and `local` is one of them, or of its interfaces. */
export function advertisedFor(
  endpoints: Endpoints,
  bound: NodeTransport['local'],
  { protocol }: Target,
  local: Endpoint,
): Endpoint | undefined {
  const index = bound[protocol].findIndex(({ address, port }) => port === local.port && reaches(local.address, address))
  const advertised = endpoints[protocol]?.[index]?.advertised
  return advertised && { port: local.port, ...advertised }
}
