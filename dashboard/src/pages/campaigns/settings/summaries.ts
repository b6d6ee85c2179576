// Summarizes each part of the settings in a few words.
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { wordTexts } from '../words.ts'
import { useHoursText } from './hours-text.ts'
import type { SettingsForm } from './use-settings.ts'

/** While a field is empty, its default is not known. */
const unknown = '…'
type Shown = number | typeof unknown

const texts = textsOf(
  {
    calls: (count: Shown) => `${count} at the same time`,
    messages: (count: Shown) => `${count} per minute`,
    retries: (count: Shown, minutes: Shown) => `again up to ${count} ×, after ${minutes} min`,
    anyTopic: 'without a topic',
    consent: 'with consent only',
    perDay: (count: Shown, minutes: Shown) => `at most ${count} in 24 h, ${minutes} min apart`,
  },
  {
    calls: (count: Shown) => `${count} gleichzeitig`,
    messages: (count: Shown) => `${count} pro Minute`,
    retries: (count: Shown, minutes: Shown) => `bis zu ${count} × erneut, nach ${minutes} min`,
    anyTopic: 'ohne Thema',
    consent: 'nur mit Einwilligung',
    perDay: (count: Shown, minutes: Shown) => `höchstens ${count} in 24 h, ${minutes} min Abstand`,
  },
)

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
