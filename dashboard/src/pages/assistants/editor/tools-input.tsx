// The built-in tools of an assistant, each with the fields of its type.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Switch, TextField } from '../../../ui/fields.tsx'
import { Menu } from '../../../ui/overlays.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { useEditor, useFieldText } from './editor-context.tsx'
import { enumTexts } from './enum-texts.ts'
import { type ToolType, toolForms, toolTypes } from './layout.ts'
import { LimitedText } from './limited-text.tsx'
import { ListInput } from './list-input.tsx'
import { Group, Messages } from './messages.tsx'
import { NumberInput } from './number-inputs.tsx'
import type { PickerProps } from './reference-pickers.tsx'
import { AssistantChoice, CalendarNotice, EventTypeChoice, KeyChoice } from './tool-choices.tsx'

const texts = textsOf('assistant-editor', 'toolsInput')

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
