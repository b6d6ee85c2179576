// The settings that operations can read: prices, limits, addresses. The configuration of the process provides them.
import type { CarrierAccount } from '#server/ports/carrier.ts'

export interface Prices {
  widgetMessageMicros: number
  apiMessageMicros: number
  chatappMessageMicros: number
  smsSegmentMicros: number
  /** The price of a call, per minute of talk time. */
  callMinuteMicros: number
  /** Added to the price of calls through the carrier account of the installation, per minute. */
  carrierMinuteMicros: number
  /** The value of one minute of a direct account, and of one credit of a tenant. */
  minuteMicros: number
  creditMicros: number
}

/** Limits for the outgoing calls of one account. */
export interface CallingLimits {
  concurrentCalls: number
  callsPerMinute: number
  callsPerHourToNumber: number
  /** To numbers that differ only in their last four digits. */
  callsPerHourToPrefix: number
  spendPerHourMicros: number
  spendPerDayMicros: number
}

export interface Settings {
  /** Parley's public URL, without a trailing slash. */
  publicUrl: string
  /** The WebSocket URL of the carrier's media connections. */
  mediaUrl: string
  prices: Prices
  /** Free test messages that one assistant answers for anonymous visitors. */
  anonymousTestMessagesPerDay: number
  /** Limits for anonymous visitors. */
  visitor: {
    conversationsPerMinutePerAddress: number
    messagesPerMinutePerAddress: number
    readsPerMinutePerAddress: number
    messagesPerConversation: number
    /** To one assistant, including free ones. */
    messagesPerDay: number
    /** From one address to all assistants. */
    messagesPerDayPerAddress: number
    /** For one assistant, calls included. */
    spendPerDayMicros: number
    callsPerMinutePerAddress: number
    /** From one address to all assistants. */
    callsPerDayPerAddress: number
    /** At the same time. */
    callsPerAddress: number
    /** The longest call. */
    callSeconds: number
    filesPerMinutePerAddress: number
    /** In the conversations of one assistant, with those of the account. */
    fileBytesPerDay: number
    /** From one address to all assistants. */
    fileBytesPerDayPerAddress: number
  }
  /** Accounts can have their own. */
  calling: CallingLimits
  /** Calls that one process can hold. Campaigns start no further calls when all slots are in use. */
  callsPerProcess: number
  campaigns: {
    /** For each carrier account. */
    callsPerSecond: number
    /** Channels that no campaign can use. */
    disabledChannels: readonly ('call' | 'chatapp' | 'sms')[]
  }
  /** Runs of tests of assistants, for each account. */
  assistantTestRunsPerDay: number
  /** How long ended runs of automations are kept. */
  automationRunDays: number
  /** How long an assistant waits for further messages of the customer before it answers on a channel. */
  inboundPauseMs: number
  /** The APIs of calendar providers, unless a calendar has its own. */
  calendarBaseUrls: { calcom: string; calendly: string }
  /** Encrypts stored secrets; 32 bytes. */
  masterKey: Uint8Array
  carrierAccount: CarrierAccount
  /** The vendor codes of the realtime models that are configured. */
  realtimeVendors: readonly string[]
  /** Mail is configured in this process. */
  hasMail: boolean
  /** Where the virtual phones of the sandbox carrier are, or null with a real carrier. */
  sandboxPage: string | null
  /** The carrier is local, so it can reach Parley at an address that is not public. */
  carrierIsLocal: boolean
  /** Requests per minute and API key to `/api/user/*`; 0 disables the limit. */
  requestsPerMinute: number
}
