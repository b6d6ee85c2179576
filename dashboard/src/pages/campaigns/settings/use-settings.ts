// Keeps the changes of a form of settings until they are saved; what other people change in the meantime stays visible.
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'
import type { CampaignRecord } from '../words.ts'

/** The settings of each part of the form. */
export const settingGroups = {
  content: [
    'name',
    'channel',
    'assistant_id',
    'phone_number_ids',
    'purpose',
    'chatapp_sender_id',
    'chatapp_template_id',
    'sms_from_phone_number_id',
    'sms_body',
    'text_variable_mapping',
    'fallback_channel',
  ],
  schedule: [
    'timezone',
    'use_lead_timezone',
    'scheduled_start_at',
    'schedule_windows',
    'allowed_hours_start_time',
    'allowed_hours_end_time',
    'allowed_days',
  ],
  pace: [
    'max_calls_in_parallel',
    'messages_per_minute',
    'max_retries',
    'retry_interval',
    'retry_on_voicemail',
    'retry_on_goal_incomplete',
    'goal_completion_variable',
    'mark_complete_when_no_leads',
  ],
  people: ['topic', 'require_consent', 'contact_gap', 'contacts_per_day'],
} as const

export const settingNames = Object.values(settingGroups).flat()

export type SettingName = (typeof settingNames)[number]
export type Settings = Pick<CampaignRecord, SettingName>
type Edits = Partial<Settings>

export interface SettingsForm {
  value<N extends SettingName>(name: N): Settings[N]
  /** An invalid value is kept as it was written, so that the server can say what is wrong. Null is the default. */
  set<N extends SettingName>(name: N, value: Settings[N] | string | null): void
  isChanged: boolean
  isPending: boolean
  error: Error | null
  save(): void
  reset(): void
}

export function useSettings(campaign: CampaignRecord): SettingsForm {
  const [edits, setEdits] = useState<Edits>({})
  const update = useAction('campaigns', 'update')
  return {
    value: (name) => (name in edits ? edits[name] : campaign[name]) as Settings[typeof name],
    set: (name, value) =>
      setEdits((before) => {
        const isOriginal = JSON.stringify(value) === JSON.stringify(campaign[name])
        const { [name]: _, ...others } = before
        return isOriginal ? others : ({ ...before, [name]: value } as Edits)
      }),
    isChanged: Object.keys(edits).length > 0,
    isPending: update.isPending,
    error: update.error,
    save() {
      if (update.isPending) return
      // Fields that were changed while the request was sent stay changed.
      const sent = edits
      const stayed = ([name, value]: [string, unknown]): boolean => sent[name as SettingName] !== value
      update.mutate(
        { id: campaign.id, ...sent },
        { onSuccess: () => setEdits((now) => Object.fromEntries(Object.entries(now).filter(stayed)) as Edits) },
      )
    },
    reset() {
      update.reset()
      setEdits({})
    },
  }
}
