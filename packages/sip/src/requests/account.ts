// The account at a trunk: its identities and addresses, what it has learned about its proxy, and its credentials.
import type { RandomHex, SipClock } from '../clock.ts'
import { createDigestClient, type DigestCredentials } from '../digest/index.ts'
import { headerOf, parseUri, type SipResponse } from '../message/index.ts'
import type { Endpoint, Target } from '../transport/index.ts'

export interface AccountSettings {
  /** The host of the addresses: that of the address-of-record, and the name of the certificate. */
  domain: string
  /** The user part of the address-of-record, which can differ from the authentication user and the caller's number. */
  user: string
  displayName?: string
  /** A URI that all requests outside of dialogs are sent to instead of the domain: `sip:proxy.example.com;transport=tcp`. */
  proxy?: string
  /** Without a realm, that of the first challenge outside of a dialog is the only one that is answered. */
  credentials?: DigestCredentials
  /** Which header fields name the caller besides From. Default: `p-asserted`. */
  callerIn?: readonly CallerField[]
  /** Whether From has the caller's number or the user of the account. Default: `number`. */
  from?: 'number' | 'account'
  /** The address that Contact names, if it is not that of the transport or the one that the registrar sees. */
  publicAddress?: Endpoint
}

export type CallerField = 'p-asserted' | 'p-preferred' | 'remote-party-id'

export type Account = ReturnType<typeof createAccount>

/** A target without Retry-After that has answered 503 rests for this time. */
const defaultRestMs = 30_000
const longestRestMs = 3_600_000
const maxAddresses = 64

export function createAccount(settings: AccountSettings, clock: SipClock, random: RandomHex) {
  const credentials = settings.credentials && { ...settings.credentials }
  const addresses = new Set<string>()
  const resting = new Map<string, number>()
  const keyOf = ({ protocol, address, port }: Target) => `${protocol}:${address}:${port}`
  return {
    settings,
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
        if (addresses.size >= maxAddresses) addresses.delete(addresses.values().next().value!)
        addresses.delete(address)
        addresses.add(address)
      }
    },
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
    /** The targets that do not rest; all of them if every one does. */
    awake(targets: readonly Target[]): readonly Target[] {
      const awake = targets.filter((target) => (resting.get(keyOf(target)) ?? 0) <= clock.now())
      return awake.length === 0 ? targets : awake
    },
  }
}

const noResponse: SipResponse = { status: 503, reason: '', headers: [], body: new Uint8Array() }
