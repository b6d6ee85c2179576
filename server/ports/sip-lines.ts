// The port to what the SIP carrier serves: the trunks and the telephones of all accounts, and what is known about them.

export type SipTransport = 'udp' | 'tcp' | 'tls'
/** `+e164`: +4930123456, `e164`: 4930123456, `national`: 030123456. */
export type CallingFormat = '+e164' | 'e164' | 'national'
/** The header field that names the caller besides From. */
export type CallerField = 'p-asserted' | 'p-preferred' | 'remote-party-id'
export type SipCodec = 'PCMA' | 'PCMU' | 'G722'

/** A line to a provider or a private branch exchange. */
export interface SipTrunk {
  /** The id of its phone number, which is also the `externalId` of all its numbers. */
  id: number
  accountId: number
  carrierAccountId: string
  /** E.164, or an extension of a private branch exchange. The first one is that of the trunk; the others are on the same line. */
  phoneNumbers: readonly string[]
  /** A host name or an IP address. */
  address: string
  /** Null: found in the DNS, or the port of the transport. */
  port: number | null
  /** Null: found in the DNS, or UDP. */
  transport: SipTransport | null
  /** The host in addresses and challenges, if it is not `address`, which is then the outbound proxy. */
  domain: string | null
  username: string
  /** If it differs from `username`. */
  authUsername: string | null
  /** Secret. Null: requests are not authenticated. */
  password: string | null
  /** Whether the trunk is registered at the provider; otherwise the provider knows our address. */
  registers: boolean
  callingFormat: CallingFormat
  /** ISO 3166-1 alpha-2: of national numbers. */
  countryCode: string
  callerFields: readonly CallerField[]
  /** What From contains: the number, or the username. */
  from: 'number' | 'account'
  /** `auth`: calls come from the addresses of the provider; `ip`: also from `allowedInboundIps`. */
  inboundAuthorization: 'auth' | 'ip'
  /** IP addresses, or networks such as `192.0.2.0/24`. */
  allowedInboundIps: readonly string[]
  srtp: 'off' | 'offered' | 'required'
  /** In the order of preference. */
  codecs: readonly SipCodec[]
  /** At the same time, in both directions. */
  maxCalls: number | null
  /** Whether the trunk may lead to addresses of private networks, which tenants need a permission for. */
  mayBePrivate: boolean
  /** Whether the provider may be asked to connect a customer with another number itself (REFER). */
  allowsRefer: boolean
}

/** A desk phone or softphone of an account, which registers here. */
export interface SipPhone {
  id: number
  accountId: number
  carrierAccountId: string
  /** Unique in the installation. */
  username: string
  /** Secret. */
  password: string
  name: string
  /** 2 to 6 digits, under which the other telephones of the account call it. */
  extension: string
  /** The number that a call of the telephone shows, and whose assistant answers when it calls its own extension. */
  phoneNumber: string | null
}

/**
 * - `unchecked`: nothing is known yet.
 * - `reachable`: a trunk that does not register has answered.
 * - `registered`: calls arrive.
 * - `failing`: it is tried again.
 * - `refused`: it is not tried again before the trunk is changed, because repeated attempts could block the account.
 */
export interface TrunkState {
  status: 'unchecked' | 'registering' | 'registered' | 'reachable' | 'failing' | 'refused'
  /** The SIP status and the words of the provider, such as `403 Wrong password`. Null if it works. */
  error: string | null
  /** How long the provider took to answer the last request. */
  roundTripMs: number | null
}

export interface PhoneState {
  /** Null if the telephone is not registered. */
  registeredUntil: Date | null
  /** The address that it registered from. */
  address: string | null
  /** As the telephone names itself. */
  userAgent: string | null
}

export interface SipLines {
  listTrunks(): Promise<SipTrunk[]>
  listPhones(): Promise<SipPhone[]>
  /** `run` is called when a trunk or telephone was created, changed or deleted, until the returned function is called. */
  onChange(run: () => void): () => void
  saveTrunkState(trunk: Pick<SipTrunk, 'accountId' | 'id'>, state: TrunkState): Promise<void>
  savePhoneState(phone: Pick<SipPhone, 'accountId' | 'id'>, state: PhoneState): Promise<void>
  /** The end of a call over the trunk. `error`: why it could not be connected, in the words of the provider. */
  saveLastCall(trunk: Pick<SipTrunk, 'accountId' | 'id'>, call: { at: Date; error: string | null }): Promise<void>
  /**
   * Makes this process the one that serves the lines, if no other living process does. Returns the process that serves
   * them.
   */
  claim(): Promise<string>
  /** Ends the claim of this process. */
  release(): Promise<void>
  /** The process that serves the lines, if there is one. */
  findServer(): Promise<string | undefined>
}
