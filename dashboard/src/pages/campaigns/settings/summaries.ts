// Summarizes each part of the settings in a few words.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { wordTexts } from '../words.ts'
import { useDayNames } from './schedule-settings.tsx'
import type { SettingsForm } from './use-settings.ts'

/** While a field is empty, its default is not known. */
const unknown = '…'

const texts = textsOf('campaigns', 'summaries')

export function useSummaries(form: SettingsForm) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const dayNames = useDayNames('short')
  const days = form.value('allowed_days') ?? []
  const windows = form.value('schedule_windows') ?? []
  const [from, until] = [form.value('allowed_hours_start_time'), form.value('allowed_hours_end_time')]
  const times =
    windows.length > 0
      ? windows.map(({ start, end }) => `${start}–${end}`).join(', ')
      : from || until
        ? `${from ?? '00:00'}–${until ?? '24:00'}`
        : t.allDay
  return {
    content: words.channels[form.value('channel')],
    schedule: `${days.length === 0 ? t.everyDay : days.map((day) => dayNames[day]).join(', ')} · ${times} · ${form.value('timezone') ?? ''}`,
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
