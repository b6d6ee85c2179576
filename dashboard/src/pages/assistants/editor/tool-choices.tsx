// The choices of the fields of built-in tools: keys, appointments of connected calendars, and other assistants.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { ComboBox, Select } from '../../../ui/fields.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Button } from '../../../ui/page.tsx'
import { CalendarForm } from '../../developers/calendars.tsx'
import { useEditor } from './editor-context.tsx'
import { Messages } from './messages.tsx'
import type { PickerProps } from './reference-pickers.tsx'

const texts = textsOf('assistant-editor', 'toolChoices')

interface ChoiceProps extends PickerProps {
  name: string
  isDisabled: boolean
  value: unknown
  onChange(value: unknown): void
}

export function KeyChoice({ keys, value, onChange, ...props }: ChoiceProps & { keys: string[] }) {
  const t = useTexts(texts)
  const options = [{ value: '', label: t.none }, ...keys.map((key) => ({ value: key, label: key }))]
  return (
    <Select {...props} options={options} value={(value as string) ?? ''} onChange={onChange} className="max-w-md" />
  )
}

export function CalendarNotice() {
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
export function EventTypeChoice({
  provider,
  value,
  onChange,
  ...props
}: ChoiceProps & { provider: 'calcom' | 'calendly' }) {
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

export function AssistantChoice({ value, onChange, ...props }: ChoiceProps) {
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
