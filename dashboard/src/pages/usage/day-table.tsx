// The values of the chart as a table, the latest day first.
import { rowsOf } from '../../api/pages.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Day } from './days.ts'
import { channels, channelTexts, type Unit, useAmounts } from './usage-texts.ts'

const texts = textsOf(
  { label: 'Spent by day and channel', day: 'Day' },
  { label: 'Verbrauch nach Tag und Kanal', day: 'Tag' },
)

export function DayTable({ days, unit }: { days: readonly Day[]; unit: Unit }) {
  const t = useTexts(texts)
  const names = useTexts(channelTexts)
  const format = useFormats()
  const amount = useAmounts()
  const used = channels.filter((channel) => days.some(({ costs }) => costs[channel]))
  const columns: Column<Day>[] = [
    { id: 'day', name: t.day, width: 'minmax(6rem,1.5fr)', cell: ({ day }) => format.day(day) },
    ...used.map((channel) => ({
      id: channel,
      name: names[channel],
      width: 'minmax(4rem,1fr)',
      isNumber: true,
      isExtra: true,
      cell: ({ costs }: Day) => format.number(costs[channel] ?? 0),
    })),
    { id: 'total', name: t.total, width: 'minmax(6rem,1fr)', isNumber: true, cell: ({ total }) => amount(total, unit) },
    {
      id: 'usd',
      name: t.usd,
      width: 'minmax(5rem,1fr)',
      isNumber: true,
      cell: ({ totalUsd }) => format.money(totalUsd),
    },
  ]
  return <Table label={t.label} columns={columns} rows={rowsOf([...days].reverse())} empty={null} />
}
