// The account at a trunk: its identities and addresses, what it has learned about its proxy, and its credentials.
import { isIP } from 'node:net'
import type { RandomHex, SipClock } from '../clock.ts'
import { createDigestClient, type DigestCredentials } from '../digest/index.ts'
import { headerOf, parseUri, type SipResponse } from '../message/index.ts'
import type { Endpoint, Target } from '../transport/index.ts'

export interface AccountSettings {
  /** The host of the address-of-record. */
  domain: string
  /** The user part of the address-of-record, which can differ from the authentication user and the caller's number. */
  user: string
  /** The user part of our Contact, by which calls of this account can be recognized. Default: `user`. */
  contactUser?: string
  displayName?: string
  /**
   * A URI that all requests outside of dialogs are sent to instead of the domain: `sip:proxy.example.com;transport=tcp`.
   * Its host is the name of the certificate; if it is an IP address, the domain is.
   */
  proxy?: string
  /** Without a realm, that of the first challenge outside of a dialog is the only one that is answered. */
  credentials?: DigestCredentials
  /** Which header fields name the caller besides From. Default: `p-asserted`. */
  callerIn?: readonly CallerField[]
  /** Whether From has the caller's number or the user of the account. Default: `number`. */
  from?: 'number' | 'account'
  /** The address that Contact names, if it is not that of the transport or the one that the registrar sees. */
  publicAddress?: Endpoint
  /** Whether requests may go to an address, which the DNS can choose. Default: to every address. */
  permits?(target: Endpoint): boolean
}

export type CallerField = 'p-asserted' | 'p-preferred' | 'remote-party-id'

export type Account = ReturnType<typeof createAccount>

/** A target without Retry-After that has answered 503 rests for this time. */
const defaultRestMs = 30_000
const longestRestMs = 3_600_000
const maxAddresses = 64

export interface AccountEvents {
  /** An address of the proxy or domain. */
  learned(address: string): void
  forgotten(address: string): void
}

export function createAccount(settings: AccountSettings, clock: SipClock, random: RandomHex, events: AccountEvents) {
  const credentials = settings.credentials && { ...settings.credentials }
  const addresses = new Set<string>()
  const resting = new Map<string, number>()
  const keyOf = ({ protocol, address, port }: Target) => `${protocol}:${address}:${port}`
  const proxyHost = parseUri(settings.proxy ?? '')?.host ?? settings.domain
  /** The name in SNI and in the certificate. */
  const certificateName = isIP(proxyHost) === 0 ? proxyHost : settings.domain
  let registeredAt: string | undefined

  /** A certificate has a name, so it is checked for that one although only the address of the proxy is known. */
  function withName(target: Target): Target {
    const isAddress = target.protocol === 'tls' && isIP(target.serverName ?? target.address) !== 0
    return isAddress && addresses.has(target.address) ? { ...target, serverName: certificateName } : target
  }

  return {
    settings,
    certificateName,
    /** One for the account, so the nonce counts of all its requests rise together. */
    digest: credentials && createDigestClient(credentials, random),
    realm: (): string | undefined => credentials?.realm,
    learnRealm(realm: string | undefined): void {
      if (credentials && realm !== undefined) credentials.realm = realm
    },
    publicAddress: settings.publicAddress,
    /** The routes of requests outside of dialogs, from the registration (RFC 3608). */
    serviceRoutes: [] as readonly string[],
    aor: `sip:${settings.user}@${settings.domain}`,
    /** Records the addresses that the proxy or domain was resolved to. */
    learn(targets: readonly Target[]): void {
      for (const { address } of targets) {
        if (addresses.has(address)) addresses.delete(address)
        else {
          if (addresses.size >= maxAddresses) {
            const oldest = addresses.values().next().value!
            addresses.delete(oldest)
            events.forgotten(oldest)
          }
          events.learned(address)
        }
        addresses.add(address)
      }
    },
    addresses: addresses as ReadonlySet<string>,
    /** Whether an address belongs to the trunk. */
    owns: (address: string): boolean => addresses.has(address),
    /** Whether a URI names a host of the trunk, so a redirection to it is safe. */
    ownsUri(uri: string): boolean {
      const host = parseUri(uri)?.host.toLowerCase()
      const own = [settings.domain, parseUri(settings.proxy ?? '')?.host]
      return host !== undefined && (own.some((name) => name?.toLowerCase() === host) || addresses.has(host))
    },
    /** Leaves a target out for the time of Retry-After. */
    rest(target: Target, response?: SipResponse): void {
      const seconds = Number.parseInt(headerOf(response ?? noResponse, 'Retry-After') ?? '', 10)
      const delayMs = Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestRestMs) : defaultRestMs
      if (resting.size >= maxAddresses) resting.clear()
      resting.set(keyOf(target), clock.now() + delayMs)
    },
    /** Undefined once it is no longer registered. */
    registered(target: Target | undefined): void {
      registeredAt = target && keyOf(target)
    },
    /**
     * The targets that do not rest, or all of them if every one does. The one with the registration comes first, because
     * some proxies answer a call with 403 if another one has registered the caller.
     */
    inOrder(targets: readonly Target[]): readonly Target[] {
      const awake = targets.filter((target) => (resting.get(keyOf(target)) ?? 0) <= clock.now())
      const isFirst = (target: Target): number => Number(keyOf(target) === registeredAt)
      return (awake.length === 0 ? targets : awake).map(withName).toSorted((a, b) => isFirst(b) - isFirst(a))
    },
  }
}

const noResponse: SipResponse = { status: 503, reason: '', headers: [], body: new Uint8Array() }
