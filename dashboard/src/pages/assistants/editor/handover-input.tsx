// The rules of the handover of conversations to people, with office hours.
import { weekdays } from '@parley/rules'
import { Plus, Trash2 } from 'lucide-react'
import { useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Checkbox, Select, Switch, TextField } from '../../../ui/fields.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { type AssistantData, useEditor, useFieldText } from './editor-context.tsx'
import { enumTexts } from './enum-texts.ts'
import { LimitedText } from './limited-text.tsx'
import { ListInput } from './list-input.tsx'
import { Messages } from './messages.tsx'
import { NumberInput } from './number-inputs.tsx'
import type { PickerProps } from './reference-pickers.tsx'

const texts = textsOf('assistant-editor', 'handoverInput')

type Rules = NonNullable<AssistantData['handover']>
type Hours = NonNullable<Rules['office_hours']>
type Window = Hours['windows'][number]

const newRules: Rules = {
  keywords: [],
  on_request: true,
  after_failures: null,
  to: 'nobody',
  message: null,
  office_hours: null,
  webhook_url: null,
}
const newWindow: Window = { days: weekdays.slice(0, 5), start: '09:00', end: '17:00' }

const orNull = (text: string): string | null => (text === '' ? null : text)

export function HandoverInput({ label, help }: PickerProps) {
  const { value, set, isReadOnly, base } = useEditor()
  const rules = value('handover')
  return (
    <div className="flex flex-col gap-5">
      <Switch
        label={label}
        help={help}
        isSelected={rules !== null}
        onChange={(isOn) => set('handover', isOn ? (base.handover ?? newRules) : null)}
        isDisabled={isReadOnly}
      />
      <Messages path="handover" />
      {rules && <RulesInput rules={rules} />}
    </div>
  )
}

function RulesInput({ rules }: { rules: Rules }) {
  const t = useTexts(texts)
  const names = useTexts(enumTexts).owner
  const textOf = useFieldText()
  const { set, isReadOnly } = useEditor()
  const { data: members } = useRead('members', 'list')
  const change = (next: Partial<Rules>) => set('handover', { ...rules, ...next })
  const parts = (name: string) => {
    const { label, help } = textOf(`handover.${name}`)
    return { label, help, name: `handover.${name}`, isDisabled: isReadOnly }
  }
  const people = (members?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const owner = String(rules.to)
  const owners = [
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
    ...people,
    ...(typeof rules.to === 'number' && !people.some((each) => each.value === owner)
      ? [{ value: owner, label: members ? t.unknown(rules.to) : '…' }]
      : []),
  ]
  const { label, help, schema } = textOf('handover.keywords')
  return (
    <>
      <ListInput
        label={label}
        help={help}
        path="handover.keywords"
        values={rules.keywords}
        max={schema.maxItems}
        onChange={(keywords) => change({ keywords })}
      />
      <Switch
        {...parts('on_request')}
        isSelected={rules.on_request}
        onChange={(on_request) => change({ on_request })}
      />
      <NumberInput
        {...parts('after_failures')}
        range={textOf('handover.after_failures').schema}
        value={rules.after_failures}
        onChange={(after_failures) => change({ after_failures })}
        step={1}
      />
      <Select
        {...parts('to')}
        options={owners}
        value={owner}
        onChange={(to) => change({ to: to === 'nobody' || to === 'round_robin' ? to : Number(to) })}
        className="max-w-md"
      />
      <LimitedText
        {...parts('message')}
        rows={2}
        max={textOf('handover.message').schema.maxLength}
        value={rules.message ?? ''}
        onChange={(message) => change({ message: orNull(message) })}
      />
      <TextField
        {...parts('webhook_url')}
        isMono
        value={rules.webhook_url ?? ''}
        onChange={(webhook_url) => change({ webhook_url: orNull(webhook_url) })}
      />
      <Switch
        label={t.limit}
        help={textOf('handover.office_hours').help}
        isSelected={rules.office_hours !== null}
        onChange={(isOn) => change({ office_hours: isOn ? { windows: [newWindow], closed_message: null } : null })}
        isDisabled={isReadOnly}
      />
      {rules.office_hours && (
        <HoursInput hours={rules.office_hours} onChange={(office_hours) => change({ office_hours })} />
      )}
    </>
  )
}

function HoursInput({ hours, onChange }: { hours: Hours; onChange(hours: Hours): void }) {
  const t = useTexts(texts)
  const names = useTexts(enumTexts).day
  const textOf = useFieldText()
  const { isReadOnly } = useEditor()
  const { windows } = hours
  const replace = (at: number, ...items: Window[]) =>
    onChange({ ...hours, windows: windows.toSpliced(at, 1, ...items) })
  const { label, help, schema } = textOf('handover.office_hours.closed_message')
  const path = 'handover.office_hours'
  return (
    <fieldset className="flex flex-col gap-3 border-s ps-4">
      <legend className="sr-only">{textOf(path).label}</legend>
      <p className="text-sm text-soft">{textOf(`${path}.windows`).help}</p>
      <Messages path={`${path}.windows`} />
      {windows.map((window, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: times have no other identity
        <fieldset key={at} className="flex flex-col gap-2 rounded-lg border p-3">
          <legend className="px-1 text-sm font-medium">{t.times(at + 1)}</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1.5">
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                label={names[day]}
                isSelected={window.days.includes(day)}
                isDisabled={isReadOnly}
                onChange={(isOn) =>
                  replace(at, {
                    ...window,
                    days: weekdays.filter((each) => (each === day ? isOn : window.days.includes(each))),
                  })
                }
              />
            ))}
          </div>
          <Messages path={`${path}.windows.${at}.days`} withParts />
          <div className="flex flex-wrap items-end gap-3">
            {(['start', 'end'] as const).map((side) => (
              <TextField
                key={side}
                type="time"
                label={textOf(`${path}.windows.${side}`).label}
                name={`${path}.windows.${at}.${side}`}
                value={window[side]}
                onChange={(next) => replace(at, { ...window, [side]: next })}
                isDisabled={isReadOnly}
                className="w-36"
              />
            ))}
            {!isReadOnly && <IconButton icon={Trash2} label={t.remove(at + 1)} onPress={() => replace(at)} />}
          </div>
        </fieldset>
      ))}
      {!isReadOnly && (
        <Button
          icon={Plus}
          size="small"
          className="self-start"
          onPress={() => onChange({ ...hours, windows: [...windows, newWindow] })}
        >
          {t.addTime}
        </Button>
      )}
      <LimitedText
        label={label}
        help={help}
        name={`${path}.closed_message`}
        rows={2}
        max={schema.maxLength}
        value={hours.closed_message ?? ''}
        onChange={(text) => onChange({ ...hours, closed_message: orNull(text) })}
        isDisabled={isReadOnly}
      />
    </fieldset>
  )
}
