// The settings of the sandbox carrier and their defaults.
import type { RandomFaults } from './faults.ts'
import type { Tunnel } from './tunnels.ts'

export interface SandboxSettings {
  /** The webhook for inbound messages to senders that have none, themselves or through a service. */
  inboundUrl: string | undefined
  /** WhatsApp senders that are online from the start. */
  senders: SeedSender[]
  /** Phone numbers that the account has from the start, for calls and SMS. */
  numbers: string[]
  services: SeedService[]
  delaysMs: {
    /** From the API response to `sent`, then to `delivered`, then to `read` (null: never read). */
    sent: number
    delivered: number
    read: number | null
    /** From the submission of a template to `pending`, then to the review's outcome. */
    pending: number
    verdict: number
    /** Until a new sender is online. */
    registration: number
    /** From the API response of a call to `ringing`. */
    dialling: number
    /** From `ringing` until a virtual phone answers or reports busy. */
    answer: number
    /** From the answer to the result of machine detection, unless a beep ends it. */
    machineDetection: number
    /** How long `<Say>` takes for each character of a text that cannot be spoken. */
    sayCharacter: number
    /** Between two attempts of a webhook. */
    retry: number
  }
  /** `rules` decides by a template's text and name; with `hand`, templates stay pending until the control API decides. */
  review: 'rules' | 'hand'
  /** Delays every API response. */
  answerDelayMs: number
  /** The rate limit for new messages, enforced with 20429; undefined for no limit. */
  rate: { perSecond: number; burst: number } | undefined
  faults: RandomFaults
  /** Whether templates beyond the sender's messaging limit per 24 hours fail with 63018. */
  enforceMessagingLimit: boolean
  /** WhatsApp does not deliver marketing templates to +1 numbers; `delivered` removes that limit. */
  marketingToUs: 'refused' | 'delivered'
  /** Whether STOP and START also work on WhatsApp, as in a service with Advanced Opt-Out. */
  whatsAppOptOut: boolean
  /** Whether new senders require a verification code. */
  verifySenders: boolean
  /** Whether webhook signatures cover the URL's fragment. */
  signFragment: boolean
  /** The posted URL of inbound calls to numbers that have no `VoiceUrl`. */
  voiceUrl: string | undefined
  /** Public hosts of the application whose webhooks and media streams go to a server on this machine. */
  tunnels: Tunnel[]
  /** A script that the pages of the sample website include with the `data-assistant` of their address; none by default. */
  widgetUrl: string | undefined
  /** The length that is recorded of a call; 0 records nothing. */
  recordedSeconds: number
  /** The number of messages, calls, requests and webhooks to keep; the oldest are removed first. */
  remembered: number
}

export interface SeedSender {
  /** E.164. */
  number: string
  name?: string
  messagingLimit?: string | null
  callbackUrl?: string
  statusCallbackUrl?: string
}

export interface SeedService {
  /** `MG` and 32 hexadecimal digits. */
  sid: string
  /** Addresses such as `whatsapp:+14155238886` or `+14155238886`. */
  senders: string[]
  inboundUrl?: string
  statusCallbackUrl?: string
  advancedOptOut?: boolean
}

/** The default account of the command, so that tests can hard-code it. These credentials are public. */
export const documentedAccount = {
  accountSid: 'AC5a6d70b1e0c94c1f8d2e3f4a5b6c7d8e',
  authToken: '5a6d70b1e0c94c1f8d2e3f4a5b6c7d8e',
} as const

/** Test credentials: requests are validated and answered, and nothing is stored. */
export const testAccount = {
  accountSid: 'AC7e57000000000000000000000000007e',
  authToken: '7e5700000000000000000000000007e5',
} as const

export const defaultSettings: SandboxSettings = {
  inboundUrl: undefined,
  senders: [{ number: '+14155238886', name: 'Sandbox' }],
  numbers: ['+14155238886'],
  services: [],
  delaysMs: {
    sent: 100,
    delivered: 300,
    read: 1_000,
    pending: 500,
    verdict: 1_500,
    registration: 1_000,
    dialling: 100,
    answer: 1_000,
    machineDetection: 3_000,
    sayCharacter: 65,
    retry: 500,
  },
  review: 'rules',
  answerDelayMs: 0,
  rate: undefined,
  faults: {},
  enforceMessagingLimit: true,
  marketingToUs: 'refused',
  whatsAppOptOut: false,
  verifySenders: false,
  signFragment: false,
  voiceUrl: undefined,
  tunnels: [],
  widgetUrl: undefined,
  recordedSeconds: 600,
  remembered: 100_000,
}

export const noDelays = Object.fromEntries(
  Object.keys(defaultSettings.delaysMs).map((name) => [name, 0]),
) as unknown as SandboxSettings['delaysMs']

export function settingsFrom(patch: SettingsPatch = {}, base: SandboxSettings = defaultSettings): SandboxSettings {
  return {
    ...base,
    ...patch,
    delaysMs: { ...base.delaysMs, ...patch.delaysMs },
    faults: { ...base.faults, ...patch.faults },
  }
}

export type SettingsPatch = Partial<Omit<SandboxSettings, 'delaysMs'>> & {
  delaysMs?: Partial<SandboxSettings['delaysMs']>
}
