// The carriers of the installation: what each of them can do, and how the one of an account is found.
import type { CarrierAccount, MessageCarrier } from './carrier.ts'
import type { VoiceCarrier } from './voice-carrier.ts'

/** What not every carrier can do. Features ask before they use it. */
export type CarrierCapability =
  /** Sent and received messages can be looked up. */
  | 'listsMessages'
  | 'submitsTemplates'
  /** Calls can be looked up by their two numbers. */
  | 'listsCalls'
  | 'detectsMachines'
  | 'conferences'
  /** Numbers can be searched, bought and released. */
  | 'sellsNumbers'
  /** The carrier knows where the calls and SMS of its numbers go, and can change it. */
  | 'routesNumbers'
  /** Whether the line of a number works can be tested on request. */
  | 'testsNumbers'
  /** Telephones of the account register at it, and are called at their extensions. */
  | 'telephones'

export interface Carrier {
  /** Stored with numbers, senders and carrier accounts. */
  name: string
  /** For people. */
  label: string
  capabilities: readonly CarrierCapability[]
  messages: MessageCarrier
  calls: VoiceCarrier
}

export interface Carriers {
  /** The carrier of an account at a carrier. Throws `CarrierError` with the reason `unsupported` for an unknown one. */
  of(account: Pick<CarrierAccount, 'carrier'>): Carrier
}
