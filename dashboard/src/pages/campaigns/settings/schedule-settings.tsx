// The settings of the schedule: time zone, days, times of day and a later start.
import { weekdays } from '@parley/rules'
import { Plus, X } from 'lucide-react'
import { useMemo } from 'react'
import { Checkbox as AriaCheckbox, CheckboxGroup, Group, Label, Text } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ComboBox, FieldMessages, TextField } from '../../../ui/fields.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { useDayNames } from './day-names.ts'
import type { FieldHelp } from './field-help.tsx'
import { settingTexts } from './setting-texts.ts'
import { SwitchSetting } from './simple-settings.tsx'
import type { Settings, SettingsForm } from './use-settings.ts'

const texts = textsOf('campaigns', 'scheduleSettings')

const maxWindows = 20

const pad = (value: number): string => String(value).padStart(2, '0')

/** The value of an input for a date and a time, in the time zone of the browser. */
function localInputOf(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

export function ScheduleSettings({ form, help }: { form: SettingsForm; help: FieldHelp }) {
  const t = useTexts(texts)
  const { names } = useTexts(settingTexts)
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone')
    return [...new Set([form.value('timezone'), 'UTC', ...known])].filter(Boolean)
  }, [form.value])
  const windows = form.value('schedule_windows') ?? []
  const setWindow = (index: number, change: Partial<Settings['schedule_windows'][number]>) =>
    form.set(
      'schedule_windows',
      windows.map((window, at) => (at === index ? { ...window, ...change } : window)),
    )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ComboBox
          name="timezone"
          label={names.timezone}
          help={help.helpOf('timezone')}
          options={zones.map((value) => ({ value, label: value }))}
          value={form.value('timezone')}
          onChange={(zone) => form.set('timezone', zone)}
        />
        <TextField
          name="scheduled_start_at"
          label={names.scheduled_start_at}
          help={t.startHelp}
          type="datetime-local"
          value={localInputOf(form.value('scheduled_start_at'))}
          onChange={(text) => form.set('scheduled_start_at', text === '' ? null : new Date(text).toISOString())}
        />
      </div>
      <SwitchSetting name="use_lead_timezone" form={form} help={help} />
      <DaysSetting form={form} help={help} />
      <Group aria-labelledby="times-of-day" className="flex flex-col gap-2">
        <p id="times-of-day" className="text-sm font-medium">
          {names.schedule_windows}
        </p>
        {windows.map(({ start, end }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no other identity
          <div key={index} className="flex items-end gap-2">
            <TextField
              name={`schedule_windows.${index}.start`}
              label={t.from}
              type="time"
              value={start}
              onChange={(value) => setWindow(index, { start: value })}
            />
            <TextField
              name={`schedule_windows.${index}.end`}
              label={t.until}
              type="time"
              value={end}
              onChange={(value) => setWindow(index, { end: value })}
            />
            <IconButton
              icon={X}
              label={t.remove(index + 1)}
              onPress={() =>
                form.set(
                  'schedule_windows',
                  windows.filter((_, at) => at !== index),
                )
              }
            />
          </div>
        ))}
        <div>
          <Button
            size="small"
            isDisabled={windows.length >= maxWindows}
            onPress={() => form.set('schedule_windows', [...windows, { start: '09:00', end: '18:00' }])}
          >
            <Plus aria-hidden size={15} />
            {t.add}
          </Button>
        </div>
        <p className="text-sm text-soft">{t.timesHelp}</p>
      </Group>
      {windows.length === 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['allowed_hours_start_time', 'allowed_hours_end_time'] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              label={names[name]}
              type="time"
              value={form.value(name) ?? ''}
              onChange={(value) => form.set(name, value === '' ? null : value)}
            />
          ))}
        </div>
      )}
    </>
  )
}

function DaysSetting({ form, help }: { form: SettingsForm; help: FieldHelp }) {
  const { names } = useTexts(settingTexts)
  const days = useDayNames('short')
  const longNames = useDayNames('long')
  return (
    <CheckboxGroup
      name="allowed_days"
      value={form.value('allowed_days') ?? []}
      onChange={(chosen) =>
        form.set(
          'allowed_days',
          weekdays.filter((day) => chosen.includes(day)),
        )
      }
      className="flex flex-col gap-1"
    >
      <Label className="text-sm font-medium">{names.allowed_days}</Label>
      <div className="flex flex-wrap gap-1.5">
        {weekdays.map((day) => (
          <AriaCheckbox
            key={day}
            value={day}
            aria-label={longNames[day]}
            className="min-w-12 cursor-pointer rounded-lg border border-strong-line px-2.5 py-1 text-center data-[selected]:border-accent data-[selected]:bg-accent data-[selected]:text-on-accent data-[focus-visible]:outline-2 outline-offset-2 outline-accent"
          >
            {days[day]}
          </AriaCheckbox>
        ))}
      </div>
      <Text slot="description" className="text-sm text-soft">
        {help.helpOf('allowed_days')}
      </Text>
      <FieldMessages label={names.allowed_days} />
    </CheckboxGroup>
  )
}
