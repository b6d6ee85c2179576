// The filters of the list of calls, which are kept in the address.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { ComboBox, Select, TextField } from '../../ui/fields.tsx'
import { callWords } from './call-words.ts'
import { useAssistants, useCampaigns } from './choices.ts'
import { type CallsSearch, statuses, types } from './search.ts'

const texts = textsOf(
  {
    type: 'Direction',
    phone: 'Phone number',
    from: 'From',
    to: 'To',
    unknown: (id: number) => `No. ${id}`,
  },
  {
    type: 'Richtung',
    phone: 'Telefonnummer',
    from: 'Von',
    to: 'Bis',
    unknown: (id: number) => `Nr. ${id}`,
  },
)

export interface FiltersProps {
  search: CallsSearch
  onChange(change: CallsSearch): void
  onClear(): void
}

export function Filters({ search, onChange, onClear }: FiltersProps) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const assistants = useAssistants()
  const campaigns = useCampaigns()
  const options = (list: readonly { id: number; name: string }[] | undefined, chosen: number | undefined) => {
    const known = (list ?? []).map(({ id, name }) => ({ value: id, label: name }))
    // Such as an assistant that was deleted.
    const missing = chosen !== undefined && !known.some(({ value }) => value === chosen)
    return [{ value: 0, label: t.all }, ...(missing ? [{ value: chosen, label: t.unknown(chosen) }] : []), ...known]
  }
  return (
    <section
      aria-label={t.filters}
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 xl:grid-cols-[repeat(7,minmax(0,1fr))_auto]"
    >
      <Select
        label={t.status}
        value={search.status ?? 'all'}
        onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
        options={[
          { value: 'all' as const, label: t.all },
          ...statuses.map((value) => ({ value, label: words.status[value] })),
        ]}
      />
      <Select
        label={t.type}
        value={search.type ?? 'all'}
        onChange={(type) => onChange({ type: type === 'all' ? undefined : type })}
        options={[
          { value: 'all' as const, label: t.all },
          ...types.map((value) => ({ value, label: words.type[value] })),
        ]}
      />
      <ComboBox
        label={t.assistant}
        value={search.assistant ?? 0}
        onChange={(id) => onChange({ assistant: id === 0 ? undefined : id })}
        options={options(assistants.data, search.assistant)}
      />
      <ComboBox
        label={t.campaign}
        value={search.campaign ?? 0}
        onChange={(id) => onChange({ campaign: id === 0 ? undefined : id })}
        options={options(campaigns.data, search.campaign)}
      />
      <PhoneField
        label={t.phone}
        value={search.phone ?? ''}
        onChange={(phone) => onChange({ phone: phone || undefined })}
      />
      <TextField
        type="date"
        label={t.from}
        value={search.from ?? ''}
        onChange={(from) => onChange({ from: from || undefined })}
      />
      <TextField
        type="date"
        label={t.to}
        value={search.to ?? ''}
        onChange={(to) => onChange({ to: to || undefined })}
      />
      {Object.keys(search).length > 0 && (
        <Button onPress={onClear} className="max-sm:col-span-2">
          <X aria-hidden size={16} />
          {t.clear}
        </Button>
      )}
    </section>
  )
}

const pauseMs = 400

/** Filters when typing pauses, because the server finds whole numbers only. */
function PhoneField({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange is another function each time
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return <TextField type="tel" label={label} value={text} onChange={setText} placeholder="+14155550123" isMono />
}
