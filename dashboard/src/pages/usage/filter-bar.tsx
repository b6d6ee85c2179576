// The period and the filters of usage and transactions.

import { useSearch } from '@tanstack/react-router'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { ComboBox, Select, TextField } from '../../ui/fields.tsx'
import { useNames } from './names.ts'
import { periodDays, useFilters, useSetSearch } from './period.ts'
import { channels, channelTexts, kinds, kindTexts } from './usage-texts.ts'

const texts = textsOf(
  {
    period: 'Period',
    custom: 'Other days',
    days: (count: string) => `Last ${count} days`,
    from: 'From',
    to: 'To',
  },
  {
    period: 'Zeitraum',
    custom: 'Andere Tage',
    days: (count: string) => `Letzte ${count} Tage`,
    from: 'Von',
    to: 'Bis',
  },
)

const all = 'all'

export function FilterBar({ today, hasKind = false }: { today: string; hasKind?: boolean }) {
  const t = useTexts(texts)
  const format = useFormats()
  const channelNames = useTexts(channelTexts)
  const kindNames = useTexts(kindTexts)
  const names = useNames()
  const filters = useFilters(today)
  const { kind } = useSearch({ from: '/usage' })
  const set = useSetSearch()
  const everything = { value: all, label: t.all }
  const listOf = (map: ReadonlyMap<number, string>) => [
    everything,
    ...[...map].map(([id, label]) => ({ value: String(id), label })),
  ]
  const idOf = (value: string) => (value === all ? undefined : Number(value))
  return (
    <section
      aria-label={t.filters}
      className="flex flex-wrap items-end gap-3 *:min-w-36 *:grow sm:*:grow-0 sm:*:basis-44"
    >
      <Select
        label={t.period}
        value={filters.days === undefined ? 'custom' : String(filters.days)}
        options={[
          ...periodDays.map((days) => ({ value: String(days), label: t.days(format.number(days)) })),
          { value: 'custom', label: t.custom },
        ]}
        onChange={(value: string) =>
          value === 'custom'
            ? set({ days: undefined, from: filters.from, to: filters.to })
            : set({ days: Number(value), from: undefined, to: undefined })
        }
      />
      {filters.days === undefined && (
        <>
          <TextField
            type="date"
            label={t.from}
            value={filters.from}
            onChange={(from) => from !== '' && set({ from })}
          />
          <TextField type="date" label={t.to} value={filters.to} onChange={(to) => to !== '' && set({ to })} />
        </>
      )}
      {hasKind && (
        <Select
          label={t.kind}
          value={kind ?? all}
          options={[everything, ...kinds.map((value) => ({ value, label: kindNames[value] }))]}
          onChange={(value: string) => set({ kind: value === all ? undefined : value })}
        />
      )}
      <Select
        label={t.channel}
        value={filters.channel ?? all}
        options={[everything, ...channels.map((value) => ({ value, label: channelNames[value] }))]}
        onChange={(value: string) => set({ channel: value === all ? undefined : value })}
      />
      <ComboBox
        label={t.assistant}
        value={String(filters.assistant ?? all)}
        options={listOf(names.assistants)}
        onChange={(value: string) => set({ assistant: idOf(value) })}
      />
      {names.campaigns.size > 0 && (
        <ComboBox
          label={t.campaign}
          value={String(filters.campaign ?? all)}
          options={listOf(names.campaigns)}
          onChange={(value: string) => set({ campaign: idOf(value) })}
        />
      )}
    </section>
  )
}
