// Summarizes each part of the settings in a few words.
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { wordTexts } from '../words.ts'
import { useDayNames } from './schedule-settings.tsx'
import type { SettingsForm } from './use-settings.ts'

/** While a field is empty, its default is not known. */
const unknown = '…'
type Shown = number | typeof unknown

const texts = textsOf(
  {
    everyDay: 'every day',
    allDay: 'at all times',
    calls: (count: Shown) => `${count} at the same time`,
    messages: (count: Shown) => `${count} per minute`,
    retries: (count: Shown, minutes: Shown) => `again up to ${count} ×, after ${minutes} min`,
    anyTopic: 'without a topic',
    consent: 'with consent only',
    perDay: (count: Shown, minutes: Shown) => `at most ${count} in 24 h, ${minutes} min apart`,
  },
  {
    everyDay: 'jeden Tag',
    allDay: 'zu jeder Zeit',
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
