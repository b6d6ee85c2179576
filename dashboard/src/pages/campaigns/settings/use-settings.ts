// Keeps the changes of a form of settings until they are saved; what other people change in the meantime stays visible.
import { useAction } from '../../../api/query.ts'
import { afterSave, decide, fieldValue, newDraft, setField } from '../../../ui/draft.ts'
import { useDraft } from '../../../ui/use-draft.ts'
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

export interface SettingsForm {
  value<N extends SettingName>(name: N): Settings[N]
  /** An invalid value is kept as it was written, so that the server can say what is wrong. Null is the default. */
  set<N extends SettingName>(name: N, value: Settings[N] | string | null): void
  isChanged: boolean
  /** Changed settings that others have changed, too. */
  conflicts: readonly SettingName[]
  decide(choice: 'mine' | 'theirs'): void
  isPending: boolean
  error: Error | null
  save(): void
  reset(): void
}

export function useSettings(campaign: CampaignRecord): SettingsForm {
  const update = useAction('campaigns', 'update')
  const { isPending } = update
  const [draft, setDraft] = useDraft(campaign, settingNames, isPending)
  return {
    value: (name) => fieldValue(draft, name),
    set: (name, value) =>
      setDraft((known) => setField<CampaignRecord, SettingName>(known, name, value as Settings[typeof name])),
    isChanged: Object.keys(draft.changes).length > 0,
    conflicts: draft.conflicts as readonly SettingName[],
    decide: (choice) =>
      setDraft((known) => known.conflicts.reduce((decided, name) => decide(decided, name, choice), known)),
    isPending,
    error: update.error,
    save() {
      if (isPending) return
      const sent = draft.changes
      update.mutate(
        { id: campaign.id, ...sent },
        { onSuccess: ({ data }) => setDraft((known) => afterSave(known, sent, data)) },
      )
    },
    reset() {
      update.reset()
      setDraft(newDraft(campaign))
    },
  }
}
