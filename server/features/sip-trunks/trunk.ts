// A trunk as it is stored: its settings, its state, and the password that is stored encrypted.
import type { Settings } from '#server/platform/context/settings.ts'
import { open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type {
  CallerField,
  CallingFormat,
  SipCodec,
  SipTransport,
  SipTrunk,
  TrunkState,
} from '#server/ports/sip-lines.ts'

/** The name of the carrier of trunks and telephones. */
export const sipCarrier = 'sip'

/** Stored as JSON. The names follow those of the API. */
export interface TrunkSettings {
  sipTrunkType: 'number' | 'extension'
  /** A host name, or an IP address without brackets. */
  sipAddress: string
  sipPort: number | null
  sipTransport: SipTransport | null
  sipDomain: string | null
  outboundProxy: boolean
  sipUsername: string | null
  sipAuthUsername: string | null
  register: boolean
  sipCallingFormat: CallingFormat
  callerIdFields: CallerField[]
  callerIdFrom: 'number' | 'account'
  inboundAuthorizationType: 'auth' | 'ip'
  allowedInboundIps: string[]
  srtp: SipTrunk['srtp']
  codecs: SipCodec[]
  maxCalls: number | null
  allowRefer: boolean
}

export interface StoredTrunk {
  accountId: number
  /** The id of the trunk's own number, which identifies the trunk. */
  phoneNumberId: number
  settings: TrunkSettings
  /** Encrypted. */
  sealedPassword: Buffer | null
  status: TrunkState['status']
  error: string | null
  roundTripMs: number | null
  statusAt: Timestamp
  lastCallAt: Timestamp | null
  lastError: string | null
  lastErrorAt: Timestamp | null
  createdAt: Timestamp
}

type KeySettings = Pick<Settings, 'masterKey'>
type Owner = Pick<StoredTrunk, 'accountId' | 'phoneNumberId'>

export const sealTrunkPassword = ({ masterKey }: KeySettings, owner: Owner, password: string): Buffer =>
  seal(masterKey, password, placeOf(owner))

/** Null if the trunk has none, undefined if it was encrypted with another master key. */
export function readTrunkPassword(
  { masterKey }: KeySettings,
  { sealedPassword, ...owner }: Owner & Pick<StoredTrunk, 'sealedPassword'>,
): string | null | undefined {
  if (sealedPassword === null) return null
  return openIfReadable(() => open(masterKey, sealedPassword, placeOf(owner)))
}

const placeOf = ({ accountId, phoneNumberId }: Owner): string => `sip_trunks:${accountId}:${phoneNumberId}`
