// Keeps the bindings of extensions that register here (RFC 3261, section 10.3).
import type { SipClock } from '../clock.ts'
import {
  type Header,
  headerOf,
  headersOf,
  parseAddress,
  parseCSeq,
  parseUri,
  type SipAddress,
  type SipRequest,
  sameUri,
} from '../message/index.ts'
import type { Flow } from '../transport/index.ts'
import { seconds } from './lease.ts'

export interface Binding {
  /** The URI of the Contact: the Request-URI of calls. */
  contact: string
  /** The flow that the REGISTER came from. Calls are sent to it, because Contact may name an address behind NAT. */
  flow: Flow
  /** The values of Path, which become Route (RFC 3327). */
  path: readonly string[]
  /** 0 to 1; bindings with a higher one are called first. */
  q: number
  /** In milliseconds of the clock. */
  expiresAtMs: number
  callId: string
  sequence: number
}

export interface RegistrarOptions {
  clock: SipClock
  /** Contacts of one address-of-record. Default: 5. */
  maxContacts?: number
  /** Addresses-of-record in all. Default: 10,000. */
  maxAddresses?: number
  /** In seconds. Default: 60. */
  minExpires?: number
  /** In seconds. Default: 3,600. */
  maxExpires?: number
}

export interface RegistrarAnswer {
  status: number
  headers: readonly Header[]
}

export interface Registrar {
  /** Takes a REGISTER that the application has authenticated for this address-of-record. */
  take(request: SipRequest, flow: Flow, addressOfRecord: string): RegistrarAnswer
  /** The bindings that have not expired, in the order in which they are called. */
  find(addressOfRecord: string): readonly Binding[]
  /** The number of addresses-of-record with bindings. */
  size(): number
}

const maxPath = 8

export function createRegistrar(options: RegistrarOptions): Registrar {
  const { clock, maxContacts = 5, maxAddresses = 10_000, minExpires = 60, maxExpires = 3_600 } = options
  const records = new Map<string, readonly Binding[]>()

  function take(request: SipRequest, flow: Flow, aor: string): RegistrarAnswer {
    const contacts = headersOf(request, 'Contact')
    const current = find(aor)
    if (contacts.length === 0) return listing(current)
    const general = seconds(headerOf(request, 'Expires'))
    if (contacts.includes('*')) {
      // `*` removes all bindings, and must be alone and with Expires 0 (RFC 3261, section 10.3, step 6).
      if (contacts.length > 1 || general !== 0) return failure(400)
      if (current.some((binding) => isOld(binding, request))) return failure(500)
      store(aor, [])
      return listing([])
    }
    if (contacts.length > maxContacts) return failure(403)
    let next = current
    for (const value of contacts) {
      const address = parseAddress(value)
      const uri = address && parseUri(address.uri)
      if (address === undefined || uri === undefined || uri.scheme === 'tel') return failure(400)
      const asked = seconds(address.params.get('expires')) ?? general ?? maxExpires
      if (asked > 0 && asked < minExpires) return { status: 423, headers: [['Min-Expires', String(minExpires)]] }
      const same = next.find((binding) => isSame(binding.contact, address.uri))
      // A request that was overtaken changes nothing at all (RFC 3261, section 10.3, step 7). The same Contact twice in one
      // request is no overtaking.
      if (same && current.includes(same) && isOld(same, request)) return failure(500)
      next = next.filter((binding) => binding !== same)
      if (asked > 0) next = [...next, bind(request, flow, address, Math.min(asked, maxExpires))]
    }
    if (next.length > maxContacts || (!records.has(aor) && records.size >= maxAddresses && !makeRoom()))
      return failure(403)
    store(aor, next)
    return listing(next, headersOf(request, 'Path').slice(0, maxPath))
  }

  function bind(request: SipRequest, flow: Flow, address: SipAddress, lease: number): Binding {
    const q = Number(address.params.get('q') ?? '1')
    return {
      contact: address.uri,
      flow,
      path: headersOf(request, 'Path').slice(0, maxPath),
      q: q >= 0 && q <= 1 ? q : 1,
      expiresAtMs: clock.now() + lease * 1_000,
      callId: headerOf(request, 'Call-ID') ?? '',
      sequence: parseCSeq(headerOf(request, 'CSeq') ?? '')?.number ?? 0,
    }
  }

  /** Removes what has expired. Returns whether there is room for another address-of-record. */
  function makeRoom(): boolean {
    for (const aor of [...records.keys()]) store(aor, find(aor))
    return records.size < maxAddresses
  }

  function find(aor: string): readonly Binding[] {
    return (records.get(aor) ?? []).filter(({ expiresAtMs }) => expiresAtMs > clock.now())
  }

  function store(aor: string, bindings: readonly Binding[]): void {
    if (bindings.length === 0) records.delete(aor)
    else
      records.set(
        aor,
        bindings.toSorted((a, b) => b.q - a.q || b.expiresAtMs - a.expiresAtMs),
      )
  }

  /** A 2xx lists all bindings, and repeats Path (RFC 3327, section 5.3). */
  function listing(bindings: readonly Binding[], path: readonly string[] = []): RegistrarAnswer {
    const headers = bindings.map(({ contact, expiresAtMs, q }): Header => {
      const lease = Math.ceil((expiresAtMs - clock.now()) / 1_000)
      return ['Contact', `<${contact}>;expires=${lease};q=${q}`]
    })
    return { status: 200, headers: [...headers, ...path.map((value): Header => ['Path', value])] }
  }

  return { take, find, size: () => [...records.keys()].filter((aor) => find(aor).length > 0).length }
}

const failure = (status: number): RegistrarAnswer => ({ status, headers: [] })

const isOld = (binding: Binding, request: SipRequest): boolean =>
  binding.callId === headerOf(request, 'Call-ID') &&
  (parseCSeq(headerOf(request, 'CSeq') ?? '')?.number ?? 0) <= binding.sequence

function isSame(a: string, b: string): boolean {
  const [first, second] = [parseUri(a), parseUri(b)]
  return first !== undefined && second !== undefined ? sameUri(first, second) : a === b
}
