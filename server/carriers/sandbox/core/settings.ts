// What can be set on the sandbox carrier, with the values it starts with.
import type { RandomFaults } from './faults.ts'

export interface SandboxSettings {
  /** Called for inbound messages when neither the sender nor a service names an address. */
  inboundUrl: string | undefined
  /** Registered and online from the start. */
  senders: SeedSender[]
  /** Own numbers that send and receive SMS. */
  numbers: string[]
  services: SeedService[]
  delaysMs: {
    /** From the API answer to `sent`, from there to `delivered`, from there to `read`; null: never read. */
    sent: number
    delivered: number
    read: number | null
    /** A submitted template: `received` to `pending`, and from there to the verdict. */
    pending: number
    verdict: number
    /** A new sender until it is online. */
    registration: number
    /** Between two tries of a webhook. */
    retry: number
  }
  /** `rules`: templates are judged by their text and name; `hand`: they wait for a verdict. */
  review: 'rules' | 'hand'
  /** Every answer of the API waits so long. */
  answerDelayMs: number
  /** Message creations beyond it are refused with 20429; undefined: no limit. */
  rate: { perSecond: number; burst: number } | undefined
  faults: RandomFaults
  /** 63018 once a template would reach more people in 24 hours than the sender's messaging limit allows. */
  enforceMessagingLimit: boolean
  /** The channel never delivers marketing to +1 numbers; `delivered` lifts that. */
  marketingToUs: 'refused' | 'delivered'
  /** STOP and START work on WhatsApp too, as in a service with Advanced Opt-Out. */
  whatsAppOptOut: boolean
  /** New senders ask for a verification code first. */
  verifySenders: boolean
  /** Sign the address of a webhook with its fragment. */
  signFragment: boolean
  /** How many messages, requests and webhooks are kept; the oldest go first. */
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

/** For `parley sandbox` alone, so that other people's tests can write them down; anybody can read them here. */
export const documentedAccount = {
  accountSid: 'AC5a6d70b1e0c94c1f8d2e3f4a5b6c7d8e',
  authToken: '5a6d70b1e0c94c1f8d2e3f4a5b6c7d8e',
} as const

/** Test credentials: requests with them are checked, answered and forgotten. */
export const testAccount = {
  accountSid: 'AC7e57000000000000000000000000007e',
  authToken: '7e5700000000000000000000000007e5',
} as const

export const defaultSettings: SandboxSettings = {
  inboundUrl: undefined,
  senders: [{ number: '+14155238886', name: 'Sandbox' }],
  numbers: ['+14155238886'],
  services: [],
  delaysMs: { sent: 100, delivered: 300, read: 1_000, pending: 500, verdict: 1_500, registration: 1_000, retry: 500 },
  review: 'rules',
  answerDelayMs: 0,
  rate: undefined,
  faults: {},
  enforceMessagingLimit: true,
  marketingToUs: 'refused',
  whatsAppOptOut: false,
  verifySenders: false,
  signFragment: false,
  remembered: 100_000,
}

export const noDelays: SandboxSettings['delaysMs'] = {
  sent: 0,
  delivered: 0,
  read: 0,
  pending: 0,
  verdict: 0,
  registration: 0,
  retry: 0,
}

export function settingsFrom(given: SettingsPatch = {}, base: SandboxSettings = defaultSettings): SandboxSettings {
  return {
    ...base,
    ...given,
    delaysMs: { ...base.delaysMs, ...given.delaysMs },
    faults: { ...base.faults, ...given.faults },
  }
}

export type SettingsPatch = Partial<Omit<SandboxSettings, 'delaysMs'>> & {
  delaysMs?: Partial<SandboxSettings['delaysMs']>
}
