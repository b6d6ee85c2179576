// Summarizes each part of the settings in a few words.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { wordTexts } from '../words.ts'
import { useHoursText } from './hours-text.ts'
import type { SettingsForm } from './use-settings.ts'

/** While a field is empty, its default is not known. */
const unknown = '…'

const texts = textsOf('campaigns', 'summaries')

export function useSummaries(form: SettingsForm) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const hoursText = useHoursText()
  return {
    content: words.channels[form.value('channel')],
    schedule: hoursText({
      timezone: form.value('timezone') ?? '',
      use_lead_timezone: form.value('use_lead_timezone'),
      schedule_windows: form.value('schedule_windows') ?? [],
      allowed_hours_start_time: form.value('allowed_hours_start_time'),
      allowed_hours_end_time: form.value('allowed_hours_end_time'),
      allowed_days: form.value('allowed_days') ?? [],
    }),
    pace: [
      form.value('channel') === 'call'
        ? t.calls(form.value('max_calls_in_parallel') ?? unknown)
        : t.messages(form.value('messages_per_minute') ?? unknown),
      t.retries(form.value('max_retries') ?? unknown, form.value('retry_interval') ?? unknown),
    ].join(' · '),
    people: [
      form.value('topic') ?? t.anyTopic,
      ...(form.value('require_consent') ? [t.consent] : []),
      t.perDay(form.value('contacts_per_day') ?? unknown, form.value('contact_gap') ?? unknown),
    ].join(' · '),
  }
}
