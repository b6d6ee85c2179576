// The settings that operations can read: prices, limits, addresses. They are declared here with their variables.
import { z } from 'zod'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import {
  commaSeparated,
  dollars,
  must,
  type SettingGroup,
  scaled,
  type ValuesOf,
  webUrlOr,
  wholeNumber,
} from '../validation/settings.ts'

const price = (preset: number) => scaled(z.number().min(0).default(preset), 1_000_000)
const rate = (preset: number) => scaled(z.number().positive().default(preset), 1_000_000)

/** With the names of the fields of `PRICES`, which are in US dollars. */
export const prices = {
  widgetMessageMicros: ['widget_message', price(0.01)],
  apiMessageMicros: ['api_message', price(0.01)],
  chatappMessageMicros: ['chatapp_message', price(0.01)],
  smsSegmentMicros: ['sms_segment', price(0.05)],
  /** The price of a call, per minute of talk time. */
  callMinuteMicros: ['call_minute', price(0.1)],
  /** Added to the price of calls through the carrier account of the installation, per minute. */
  carrierMinuteMicros: ['carrier_minute', price(0.02)],
  /** The value of one minute of a direct account, and of one credit of a tenant. */
  minuteMicros: ['minute', rate(0.1)],
  creditMicros: ['credit', rate(0.01)],
} as const satisfies SettingGroup
export type Prices = ValuesOf<typeof prices>

/** Limits for the outgoing calls of one account, which can have its own. */
export const callingLimits = {
  concurrentCalls: ['CONCURRENT_CALLS', wholeNumber(0, 10, 100_000)],
  callsPerMinute: ['CALLS_PER_MINUTE', wholeNumber(0, 30, 100_000)],
  callsPerHourToNumber: ['CALLS_PER_HOUR_TO_NUMBER', wholeNumber(0, 3, 100_000)],
  /** To numbers that differ only in their last four digits. */
  callsPerHourToPrefix: ['CALLS_PER_HOUR_TO_PREFIX', wholeNumber(0, 20, 100_000)],
  spendPerHourMicros: ['CALL_SPEND_PER_HOUR_USD', dollars(50)],
  spendPerDayMicros: ['CALL_SPEND_PER_DAY_USD', dollars(200)],
} as const satisfies SettingGroup
export type CallingLimits = ValuesOf<typeof callingLimits>

const bytesPerMb = 2 ** 20

/** Limits for anonymous visitors of websites. */
export const visitorLimits = {
  conversationsPerMinutePerAddress: ['VISITOR_CONVERSATIONS_PER_MINUTE', wholeNumber(1, 60)],
  messagesPerMinutePerAddress: ['VISITOR_MESSAGES_PER_MINUTE', wholeNumber(1, 120)],
  readsPerMinutePerAddress: ['VISITOR_READS_PER_MINUTE', wholeNumber(1, 300)],
  /** Pages with a widget. */
  widgetsPerMinutePerAddress: ['VISITOR_WIDGETS_PER_MINUTE', wholeNumber(1, 600)],
  messagesPerConversation: ['VISITOR_MESSAGES_PER_CONVERSATION', wholeNumber(1, 200)],
  /** To one assistant, including free ones. */
  messagesPerDay: ['VISITOR_MESSAGES_PER_DAY', wholeNumber(0, 5000)],
  /** From one address to all assistants. */
  messagesPerDayPerAddress: ['VISITOR_MESSAGES_PER_DAY_PER_ADDRESS', wholeNumber(0, 500)],
  /** For one assistant, calls included. */
  spendPerDayMicros: ['VISITOR_SPEND_PER_DAY_USD', dollars(50)],
  callsPerMinutePerAddress: ['VISITOR_CALLS_PER_MINUTE', wholeNumber(1, 10)],
  /** From one address to all assistants. */
  callsPerDayPerAddress: ['VISITOR_CALLS_PER_DAY_PER_ADDRESS', wholeNumber(0, 50)],
  /** At the same time. */
  callsPerAddress: ['VISITOR_CALLS_AT_ONCE', wholeNumber(1, 3)],
  /** The longest call. */
  callSeconds: ['VISITOR_CALL_MINUTES', scaled(wholeNumber(1, 10, 60), 60)],
  filesPerMinutePerAddress: ['VISITOR_FILES_PER_MINUTE', wholeNumber(1, 30)],
  /** In the conversations of one assistant, with those of the account. */
  fileBytesPerDay: ['VISITOR_FILE_MB_PER_DAY', scaled(wholeNumber(0, 2_000, 1_000_000), bytesPerMb)],
  /** From one address to all assistants. */
  fileBytesPerDayPerAddress: [
    'VISITOR_FILE_MB_PER_DAY_PER_ADDRESS',
    scaled(wholeNumber(0, 200, 1_000_000), bytesPerMb),
  ],
} as const satisfies SettingGroup

export const operationSettings = {
  /** Runs of tests of assistants, for each account. */
  assistantTestRunsPerDay: ['ASSISTANT_TEST_RUNS_PER_DAY', wholeNumber(0, 200, 10_000)],
  /** Mails that automations of one account send, one for each recipient. */
  automationMailsPerDay: ['AUTOMATION_MAILS_PER_DAY', wholeNumber(0, 200, 10_000)],
  /** How long ended runs of automations are kept. */
  automationRunDays: ['AUTOMATION_RUN_DAYS', wholeNumber(1, 30, 3_650)],
  /** How long an assistant waits for further messages of the customer before it answers on a channel. */
  inboundPauseMs: ['INBOUND_PAUSE_MS', wholeNumber(0, 2000, 60_000)],
  /** Requests per minute and API key to `/api/user/*`; 0 disables the limit. */
  requestsPerMinute: ['REQUESTS_PER_MINUTE', wholeNumber(0, 0)],
  /** Free test messages that one assistant answers for anonymous visitors. */
  anonymousTestMessagesPerDay: ['ANONYMOUS_TEST_MESSAGES_PER_DAY', wholeNumber(0, 50)],
  /** Calls that one process can hold. Campaigns start no further calls when all slots are in use. */
  callsPerProcess: ['CALLS_PER_PROCESS', wholeNumber(1, 100, 10_000)],
} as const satisfies SettingGroup

/** The APIs of calendar providers, unless a calendar has its own. */
export const calendarBaseUrls = {
  calcom: ['CALCOM_BASE_URL', webUrlOr('https://api.cal.com')],
  calendly: ['CALENDLY_BASE_URL', webUrlOr('https://api.calendly.com')],
} as const satisfies SettingGroup

export const campaignSettings = {
  /** For each carrier account. If undefined, it depends on the carrier. */
  callsPerSecond: [
    'CAMPAIGN_CALLS_PER_SECOND',
    must(z.coerce.number().int().min(1).max(1_000).optional(), 'a whole number from 1 to 1,000'),
  ],
  /** Channels that no campaign can use. */
  disabledChannels: [
    'DISABLED_CHANNELS',
    must(
      commaSeparated('').pipe(z.array(z.enum(['call', 'chatapp', 'sms']))),
      'one or more of call, chatapp, sms, separated by commas',
    ),
  ],
} as const satisfies SettingGroup

export interface Settings extends ValuesOf<typeof operationSettings> {
  /** Parley's public URL, without a trailing slash. */
  publicUrl: string
  prices: Prices
  visitor: ValuesOf<typeof visitorLimits>
  calling: CallingLimits
  campaigns: ValuesOf<typeof campaignSettings> & { callsPerSecond: number }
  calendarBaseUrls: ValuesOf<typeof calendarBaseUrls>
  /** The voice packs of this machine. */
  voicePacksFolder: string
  /** Encrypts stored secrets; 32 bytes. */
  masterKey: Uint8Array
  carrierAccount: CarrierAccount
  /** Mail is configured in this process. */
  hasMail: boolean
  /** Where the virtual phones of the sandbox carrier are, or null with a real carrier. */
  sandboxPage: string | null
  /** The host and port that telephones register at. Null if this installation has no SIP. */
  sipAddress: string | null
  /** The carrier is local, so it can reach Parley at an address that is not public. */
  carrierIsLocal: boolean
}
