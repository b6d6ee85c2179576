// The settings that verbs may read: prices, limits, addresses; filled by the process's configuration.
import type { CarrierAccount } from '#server/ports/carrier.ts'

/** In micro-dollars unless said otherwise. */
export interface Prices {
  widgetMessageMicros: number
  apiMessageMicros: number
  chatappMessageMicros: number
  /** What one minute of a direct account and one credit of a tenant are worth. */
  minuteMicros: number
  creditMicros: number
}

export interface Settings {
  /** Where callers reach us, without a trailing slash. */
  publicUrl: string
  prices: Prices
  /** Free test messages that an assistant answers anonymous callers a day. */
  anonymousTestMessagesPerDay: number
  /** What anonymous visitors may cost. */
  visitor: {
    conversationsPerMinutePerAddress: number
    messagesPerMinutePerAddress: number
    readsPerMinutePerAddress: number
    messagesPerConversation: number
    /** To one assistant, whatever their price. */
    messagesPerDay: number
    /** From one address to all assistants. */
    messagesPerDayPerAddress: number
    /** Of one assistant. */
    spendPerDayMicros: number
  }
  /** How long an assistant waits whether a customer types on before it answers on a channel. */
  inboundPauseMs: number
  /** Seals stored secrets; 32 bytes. */
  masterKey: Uint8Array
  /** The installation's account at the carrier. */
  carrierAccount: CarrierAccount
  /** It runs beside us, or is asked at an address of ours: it may reach us where the internet does not. */
  carrierIsLocal: boolean
  /** Requests a minute per key over `/api/user/*`; 0 is off. */
  requestsPerMinute: number
}
