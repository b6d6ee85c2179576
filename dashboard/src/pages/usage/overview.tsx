// What was spent in the period: by day and channel as a chart or a table, and by assistant, campaign, member or channel.
import { BarChart3 } from 'lucide-react'
import { useState } from 'react'
import { rowsOf } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Breakdown } from './breakdown.tsx'
import { Chart } from './chart.tsx'
import type { Day } from './days.ts'
import { daysOf } from './days.ts'
import { inputOf, useFilters } from './period.ts'
import { channels, channelTexts, type Unit, useAmounts } from './usage-texts.ts'

const texts = textsOf(
  {
    title: 'Spent by day',
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    calls: { one: 'call', other: 'calls' },
    minutes: { one: 'minute', other: 'minutes' },
    messages: { one: 'message', other: 'messages' },
    segments: { one: 'SMS segment', other: 'SMS segments' },
    steps: { one: 'AI step', other: 'AI steps' },
    empty: 'Nothing was spent in this period',
    emptyText: 'Calls, messages and steps of automations that cost something appear here.',
  },
  {
    title: 'Verbrauch nach Tagen',
    asTable: 'Als Tabelle zeigen',
    asChart: 'Als Diagramm zeigen',
    calls: { one: 'Anruf', other: 'Anrufe' },
    minutes: { one: 'Minute', other: 'Minuten' },
    messages: { one: 'Nachricht', other: 'Nachrichten' },
    segments: { one: 'SMS-Segment', other: 'SMS-Segmente' },
    steps: { one: 'KI-Schritt', other: 'KI-Schritte' },
    empty: 'In diesem Zeitraum wurde nichts verbraucht',
    emptyText: 'Hier erscheinen Anrufe, Nachrichten und Schritte von Automatisierungen, die etwas kosten.',
  },
)

export function Overview({ today }: { today: string }) {
  const t = useTexts(texts)
  const format = useFormats()
  const amount = useAmounts()
  const filters = useFilters(today)
  const [isTable, setTable] = useState(false)
  const query = useRead('billing', 'getUsage', { group_by: 'day,channel', ...inputOf(filters) })
  return (
    <Loaded query={query}>
      {({ data, total, unit, date_from: from, date_to: to }) => {
        const days = daysOf(data, from, to)
        if (data.length === 0 || days.length === 0)
          return (
            <Card title={t.title}>
              <Empty icon={<BarChart3 aria-hidden />} title={t.empty} text={t.emptyText} />
            </Card>
          )
        const quantities = [
          [t.calls, total.calls],
          [t.minutes, total.minutes],
          [t.messages, total.messages],
          [t.segments, total.segments],
          [t.steps, total.ai_steps],
        ] as const
        const counted = quantities
          .filter(([, count]) => count !== 0)
          .map(([forms, count]) => format.count(forms, count))
        return (
          <>
            <Card
              title={t.title}
              actions={
                <Button size="small" onPress={() => setTable(!isTable)}>
                  {isTable ? t.asChart : t.asTable}
                </Button>
              }
            >
              <p className="mb-3">
                <span className="text-soft">{t.total}: </span>
                <strong className="tabular-nums">{amount(total.cost, unit)}</strong>
                <span className="text-soft">{` (${format.money(total.cost_usd)}) · ${counted.join(' · ')}`}</span>
              </p>
              {isTable ? <DayTable days={days} unit={unit} /> : <Chart days={days} unit={unit} />}
            </Card>
            <Breakdown today={today} />
          </>
        )
      }}
    </Loaded>
  )
}

const dayTableTexts = textsOf(
  { label: 'Spent by day and channel', day: 'Day' },
  { label: 'Verbrauch nach Tag und Kanal', day: 'Tag' },
)

/** The values of the chart as a table, the latest day first. */
function DayTable({ days, unit }: { days: readonly Day[]; unit: Unit }) {
  const t = useTexts(dayTableTexts)
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
