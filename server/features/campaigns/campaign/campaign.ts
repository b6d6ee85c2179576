// A campaign: what the account has set, its status and its defaults.
import type { Weekday } from '@parley/rules'
import type { z } from 'zod'
import type { campaignChannel, campaignStatus, pauseReason } from '#contract/campaigns/campaigns.ts'
import type { Account } from '#server/platform/context/context.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type Channel = z.infer<typeof campaignChannel>
export type CampaignStatus = z.infer<typeof campaignStatus>
export type PauseReason = z.infer<typeof pauseReason>

/** `HH:MM`. A window whose end is not after its start ends on the next day. */
export interface ScheduleWindow {
  start: string
  end: string
}

export interface CampaignSettings {
  name: string
  channel: Channel
  assistantId: number | null
  timeZone: string
  /** The schedule applies in the time zone of each lead, if it is known. */
  usesLeadTimeZone: boolean
  scheduledStartAt: Timestamp | null
  /** If empty, the allowed hours are the only window. */
  scheduleWindows: ScheduleWindow[]
  allowedHoursStart: string | null
  allowedHoursEnd: string | null
  /** Empty for all days. */
  allowedDays: Weekday[]
  maxCallsInParallel: number
  messagesPerMinute: number
  maxRetries: number
  retryIntervalMinutes: number
  retryOnVoicemail: boolean
  retryOnGoalIncomplete: boolean
  /** The field of the assistant's evaluation that says whether the goal was reached. */
  goalCompletionVariable: string | null
  markCompleteWhenNoLeads: boolean
  chatappSenderId: number | null
  chatappTemplateId: number | null
  smsPhoneNumberId: number | null
  smsBody: string | null
  /** The variable of the lead that replaces each placeholder. */
  textVariableMapping: Record<string, string>
  /** How leads are contacted that no call has reached. */
  fallbackChannel: Exclude<Channel, 'call'> | null
  /** What the assistant tells a service that asks for the purpose of the call. */
  purpose: string | null
  /** Without a topic, people opt out of this campaign only. */
  topic: string | null
  requiresConsent: boolean
  contactGapMinutes: number
  contactsPerDay: number
  /** The numbers to call from, in turn; if empty, that of the assistant. */
  phoneNumberIds: number[]
}

/** How many leads have a status, how many ended attempts an outcome, and how many goals were reached and missed. */
export type Counts = Record<'lead' | 'attempt' | 'goal', Record<string, number>>

export interface Campaign extends CampaignSettings {
  accountId: number
  id: number
  status: CampaignStatus
  /** Null unless the campaign is paused. */
  pauseReason: PauseReason | null
  /** The reason as a sentence. */
  pauseMessage: string | null
  /** While the campaign is in progress: when it can contact the next lead, and why it waits until then. */
  nextAt: Timestamp | null
  waitingReason: string | null
  startedAt: Timestamp | null
  completedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface CampaignWithCounts extends Campaign {
  counts: Partial<Counts>
  /** Attempts of the last ten minutes, since the latest start. */
  recentAttempts: number
}

/** Undefined fields are not set, and null resets a field to its default. */
export type CampaignPatch = { [F in keyof CampaignSettings]?: CampaignSettings[F] | null | undefined }

export const defaultsOf = ({ timeZone }: Pick<Account, 'timeZone'>): Omit<CampaignSettings, 'name'> => ({
  channel: 'call',
  assistantId: null,
  timeZone,
  usesLeadTimeZone: false,
  scheduledStartAt: null,
  scheduleWindows: [],
  allowedHoursStart: null,
  allowedHoursEnd: null,
  allowedDays: [],
  maxCallsInParallel: 3,
  messagesPerMinute: 10,
  maxRetries: 3,
  retryIntervalMinutes: 60,
  retryOnVoicemail: true,
  retryOnGoalIncomplete: false,
  goalCompletionVariable: null,
  markCompleteWhenNoLeads: true,
  chatappSenderId: null,
  chatappTemplateId: null,
  smsPhoneNumberId: null,
  smsBody: null,
  textVariableMapping: {},
  fallbackChannel: null,
  purpose: null,
  topic: null,
  requiresConsent: false,
  contactGapMinutes: 60,
  contactsPerDay: 3,
  phoneNumberIds: [],
})

/** Null becomes the default. Undefined fields are left out. */
export function settingsOf(account: Pick<Account, 'timeZone'>, patch: CampaignPatch): Partial<CampaignSettings> {
  const defaults: Record<string, unknown> = defaultsOf(account)
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? defaults[name]]))
}

/** People opt out of the topic of a campaign. */
export const topicOf = ({ id, topic }: Pick<Campaign, 'id' | 'topic'>): string => topic ?? `campaign:${id}`

export const countOf = (
  { counts }: Pick<CampaignWithCounts, 'counts'>,
  kind: keyof Counts,
  ...values: string[]
): number => values.reduce((sum, value) => sum + (counts[kind]?.[value] ?? 0), 0)

/** Leads that wait for an attempt. */
export const waitingLeads = (campaign: Pick<CampaignWithCounts, 'counts'>): number =>
  countOf(campaign, 'lead', 'created', 'scheduled', 'rescheduled')
