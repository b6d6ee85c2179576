// The filters of the list of calls, which are kept in the address.
import { countSet } from '../../address/values.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { FilterBar, FilterComboBox, FilterSelect, useDelayed } from '../../ui/filters.tsx'
import { callWords } from './call-words.ts'
import { useAssistants, useCampaigns } from './choices.ts'
import { type CallsSearch, statuses, types } from './search.ts'

const texts = textsOf('calls', 'filters')

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
    return [...(missing ? [{ value: chosen, label: t.unknown(chosen) }] : []), ...known]
  }
  return (
    <FilterBar count={countSet(search)} onClear={onClear}>
      <FilterSelect
        label={t.status}
        value={search.status}
        onChange={(status) => onChange({ status })}
        options={statuses.map((value) => ({ value, label: words.status[value] }))}
      />
      <FilterSelect
        label={t.type}
        value={search.type}
        onChange={(type) => onChange({ type })}
        options={types.map((value) => ({ value, label: words.type[value] }))}
      />
      <FilterComboBox
        label={t.assistant}
        value={search.assistant}
        onChange={(assistant) => onChange({ assistant })}
        options={options(assistants.data, search.assistant)}
      />
      <FilterComboBox
        label={t.campaign}
        value={search.campaign}
        onChange={(campaign) => onChange({ campaign })}
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
    </FilterBar>
  )
}

/** Filters when typing pauses, because the server finds whole numbers only. */
function PhoneField({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const [text, setText] = useDelayed(value, onChange, 400)
  return <TextField type="tel" label={label} value={text} onChange={setText} placeholder="+14155550123" isMono />
}
