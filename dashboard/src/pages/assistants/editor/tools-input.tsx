// The built-in tools of an assistant, each with the fields of its type.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { ComboBox, Select, Switch, TextField } from '../../../ui/fields.tsx'
import { Dialog, Menu } from '../../../ui/overlays.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { CalendarForm } from '../../developers/calendars.tsx'
import { useEditor, useFieldText } from './editor-context.tsx'
import { enumTexts } from './enum-texts.ts'
import { type ToolType, toolForms, toolTypes } from './layout.ts'
import { LimitedText } from './limited-text.tsx'
import { ListInput } from './list-input.tsx'
import { Group, Messages } from './messages.tsx'
import { NumberInput } from './number-inputs.tsx'
import type { PickerProps } from './pickers.tsx'

const texts = textsOf(
  {
    add: 'Add a tool',
    remove: (name: string) => `Remove ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    none: 'None',
    unknown: (text: string) => `Unknown: ${text}`,
    noCalendar: 'No calendar is connected yet.',
    connect: 'Connect a calendar',
  },
  {
    add: 'Werkzeug hinzufügen',
    remove: (name: string) => `${name} entfernen`,
    up: (name: string) => `${name} nach oben`,
    down: (name: string) => `${name} nach unten`,
    none: 'Keine Auswahl',
    unknown: (text: string) => `Unbekannt: ${text}`,
    noCalendar: 'Es ist noch kein Kalender verbunden.',
    connect: 'Kalender verbinden',
  },
)

type Data = Record<string, unknown>

/** A single number is shown as a list of one. */
function newData(type: ToolType): Data {
  return 'phone_numbers' in toolForms[type] ? { phone_numbers: [''] } : {}
}

export function ToolsInput({ label, help }: PickerProps) {
  const t = useTexts(texts)
  const names = useTexts(enumTexts).tool
  const { value, set, isReadOnly } = useEditor()
  const tools = value('tools')
  const replace = (at: number, ...items: typeof tools) => set('tools', tools.toSpliced(at, 1, ...items))
  const swap = (at: number) => set('tools', tools.toSpliced(at, 2, tools[at + 1]!, tools[at]!))
  return (
    <Group label={label} help={help}>
      <Messages path="tools" />
      {tools.map(({ type, data }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tools have no other identity
        <section key={at} aria-label={names[type]} className="rounded-lg border">
          <header className="flex items-center gap-1 border-b px-3 py-1">
            <h3 className="grow truncate font-medium">{names[type]}</h3>
            {!isReadOnly && (
              <>
                <IconButton
                  icon={ArrowUp}
                  iconSize={15}
                  size="small"
                  label={t.up(names[type])}
                  isDisabled={at === 0}
                  onPress={() => swap(at - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  iconSize={15}
                  size="small"
                  label={t.down(names[type])}
                  isDisabled={at === tools.length - 1}
                  onPress={() => swap(at)}
                />
                <IconButton
                  icon={Trash2}
                  iconSize={15}
                  size="small"
                  label={t.remove(names[type])}
                  onPress={() => replace(at)}
                />
              </>
            )}
          </header>
          <div className="flex flex-col gap-4 p-3">
            {type === 'calendar_integration' && <CalendarNotice />}
            {Object.keys(toolForms[type]).map((field) => (
              <ToolField
                key={field}
                path={`tools.${at}.data.${field}`}
                field={field}
                data={data}
                onChange={(next) => replace(at, { type, data: next })}
              />
            ))}
          </div>
        </section>
      ))}
      {!isReadOnly && (
        <Menu
          label={t.add}
          trigger={
            <Button icon={Plus} className="self-start">
              {t.add}
            </Button>
          }
          actions={toolTypes.map((type) => ({
            id: type,
            label: names[type],
            onAction: () => set('tools', [...tools, { type, data: newData(type) }]),
          }))}
        />
      )}
    </Group>
  )
}

interface ToolFieldProps {
  /** The name of the field in the API. */
  path: string
  field: string
  data: Data
  onChange(data: Data): void
}

function ToolField({ path, field, data, onChange }: ToolFieldProps) {
  const { isReadOnly } = useEditor()
  const { label, help, schema } = useFieldText()(`tools.${field}`)
  const change = (next: unknown) => {
    const { [field]: _, ...others } = data
    onChange(next === undefined || next === '' ? others : { ...others, [field]: next })
  }
  const current = data[field]
  const common = { label, help, name: path, isDisabled: isReadOnly }
  switch (field) {
    case 'phone_numbers': {
      const single = data['phone_number']
      const values = [...(typeof single === 'string' ? [single] : []), ...((current as string[] | undefined) ?? [])]
      const { phone_number: _single, ...others } = data
      return (
        <>
          <ListInput
            label={label}
            help={help}
            path={path}
            values={values}
            max={schema.maxItems}
            placeholder="+14155550123"
            isMono
            onChange={(phone_numbers) => onChange({ ...others, phone_numbers })}
          />
          <Messages path={path.replace('phone_numbers', 'phone_number')} />
        </>
      )
    }
    case 'extension': {
      const { extension = '', send_digits: alias = extension, ...others } = data
      return (
        <TextField
          {...common}
          className="max-w-md"
          value={String(extension || alias)}
          onChange={(text) => onChange(text === '' ? others : { ...others, extension: text })}
        />
      )
    }
    case 'enabled':
    case 'require_key':
      return (
        <>
          <Switch label={label} help={help} isSelected={current !== false} onChange={change} isDisabled={isReadOnly} />
          <Messages path={path} />
        </>
      )
    case 'end_call_on_failure':
      return (
        <>
          <Switch label={label} help={help} isSelected={current === true} onChange={change} isDisabled={isReadOnly} />
          <Messages path={path} />
        </>
      )
    case 'max_digits':
    case 'timeout_seconds':
      return (
        <NumberInput
          {...common}
          value={(current as number | undefined) ?? null}
          onChange={(next) => change(next ?? undefined)}
          step={1}
          range={schema}
          unit={field === 'timeout_seconds' ? 'second' : undefined}
        />
      )
    case 'finish_key':
      return <KeyChoice {...common} value={current} onChange={change} keys={(schema.enum ?? []) as string[]} />
    case 'calendly_event_type_uri':
      return <EventTypeChoice {...common} provider="calendly" value={current} onChange={change} />
    case 'calcom_event_type':
      return <EventTypeChoice {...common} provider="calcom" value={current} onChange={change} />
    case 'assistant_id':
      return <AssistantChoice {...common} value={current} onChange={change} />
    default:
      return (
        <LimitedText
          {...common}
          rows={2}
          max={schema.maxLength}
          value={(current as string | undefined) ?? ''}
          onChange={(text) => change(text)}
        />
      )
  }
}

interface ChoiceProps extends PickerProps {
  name: string
  isDisabled: boolean
  value: unknown
  onChange(value: unknown): void
}

function KeyChoice({ keys, value, onChange, ...props }: ChoiceProps & { keys: string[] }) {
  const t = useTexts(texts)
  const options = [{ value: '', label: t.none }, ...keys.map((key) => ({ value: key, label: key }))]
  return (
    <Select {...props} options={options} value={(value as string) ?? ''} onChange={onChange} className="max-w-md" />
  )
}

function CalendarNotice() {
  const t = useTexts(texts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead('calendars', 'list')
  return (
    <>
      {data?.data.length === 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-soft">{t.noCalendar}</p>
          {may('calendars', 'create') && (
            <Button icon={Plus} size="small" onPress={() => setOpen(true)}>
              {t.connect}
            </Button>
          )}
        </div>
      )}
      <Dialog title={t.connect} isOpen={isOpen} onClose={() => setOpen(false)}>
        <CalendarForm calendar={undefined} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** Only for providers with a connected calendar, unless it has a value already. */
function EventTypeChoice({ provider, value, onChange, ...props }: ChoiceProps & { provider: 'calcom' | 'calendly' }) {
  const t = useTexts(texts)
  const { data } = useRead('calendars', 'list')
  const calendars = (data?.data ?? []).filter((calendar) => calendar.provider === provider)
  const current = (value as string | undefined) ?? ''
  if (calendars.length === 0 && current === '') return <Messages path={props.name} />
  const options = [
    { value: '', label: t.none },
    ...calendars.flatMap(({ owner, event_types }) =>
      event_types.map(({ reference, name }) => ({ value: reference, label: name, detail: owner })),
    ),
  ]
  const all = options.some((option) => option.value === current)
    ? options
    : [...options, { value: current, label: t.unknown(current) }]
  return <Select {...props} options={all} value={current} onChange={onChange} className="max-w-md" />
}

function AssistantChoice({ value, onChange, ...props }: ChoiceProps) {
  const { id } = useEditor()
  const { data } = useRead('assistants', 'listAll')
  const options = (data ?? [])
    .filter((other) => other.id !== id)
    .map((other) => ({ value: other.id, label: other.name }))
  return (
    <ComboBox
      {...props}
      key={data ? 'loaded' : 'loading'}
      options={options}
      value={(value as number | undefined) ?? null}
      onChange={onChange}
      className="max-w-md"
    />
  )
}
