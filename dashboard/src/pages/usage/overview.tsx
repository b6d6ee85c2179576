// What was spent in the period: by day and channel as a chart or a table, and by assistant, campaign, member or channel.
import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import { BarChart3 } from 'lucide-react'
import { useState } from 'react'
import { rowsOf, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Select } from '../../ui/fields.tsx'
import { Button, Card, Empty, Loaded } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Chart } from './chart.tsx'
import { type Day, daysOf } from './days.ts'
import { useNames } from './names.ts'
import { inputOf, useFilters, useSetSearch } from './period.ts'
import { channels, channelTexts, type UsageReply, type UsageRow } from './usage-texts.ts'

const texts = textsOf('usage', 'overview')

export function Overview({ today }: { today: string }) {
  const t = useTexts(texts)
  const format = useFormats()
  const filters = useFilters(today)
  const [isTable, setTable] = useState(false)
  const query = useRead('billing', 'getUsage', { group_by: 'day,channel', ...inputOf(filters) })
  return (
    <Loaded query={query}>
      {({ data, total, date_from: from, date_to: to }) => {
        const days = daysOf(data, from, to)
        if (data.length === 0 || days.length === 0)
          return (
            <Card title={t.title}>
              <Empty icon={BarChart3} title={t.empty} text={t.emptyText} />
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
                <span className="text-soft">{t.colon(t.total)} </span>
                <strong className="tabular-nums">{format.money(total.cost_usd)}</strong>
                <span className="text-soft">{` · ${counted.join(' · ')}`}</span>
              </p>
              {isTable ? <DayTable days={days} /> : <Chart days={days} />}
            </Card>
            <Breakdown today={today} />
          </>
        )
      }}
    </Loaded>
  )
}

const dayTableTexts = textsOf('usage', 'dayTable')

/** The values of the chart as a table, the latest day first. */
function DayTable({ days }: { days: readonly Day[] }) {
  const t = useTexts(dayTableTexts)
  const names = useTexts(channelTexts)
  const format = useFormats()
  const used = channels.filter((channel) => days.some(({ costs }) => costs[channel]))
  const columns: Column<Day>[] = [
    { name: t.day, width: 'minmax(6rem,1.5fr)', cell: ({ day }) => format.day(day) },
    ...used.map((channel) => ({
      id: channel,
      name: names[channel],
      width: 'minmax(4rem,1fr)',
      isNumber: true,
      isExtra: true,
      cell: ({ costs }: Day) => format.money(costs[channel] ?? 0),
    })),
    { name: t.total, width: 'minmax(6rem,1fr)', isNumber: true, cell: ({ total }) => format.money(total) },
  ]
  return <Table label={t.label} columns={columns} rows={rowsOf([...days].reverse())} empty={null} />
}

const breakdownTexts = textsOf('usage', 'breakdown')

const groups = ['assistant', 'campaign', 'member', 'channel'] as const
type Group = (typeof groups)[number]

/** What was spent on each assistant, campaign, member or channel, the largest first. */
function Breakdown({ today }: { today: string }) {
  const t = useTexts(breakdownTexts)
  const set = useSetSearch()
  const { by } = useSearch({ from: '/usage' })
  const group = groups.find((each) => each === by) ?? 'assistant'
  const query = useRead('billing', 'getUsage', { group_by: group, ...inputOf(useFilters(today)) })
  return (
    <Card
      title={t.title}
      isFlush
      actions={
        <Select
          className="flex-row! items-center gap-2! [&_button]:w-40"
          label={t.by}
          value={group}
          options={groups.map((value) => ({ value, label: t[value] }))}
          onChange={(value: Group) => set({ by: value })}
        />
      }
    >
      <Loaded query={query}>{(reply) => <BreakdownTable reply={reply} group={group} />}</Loaded>
    </Card>
  )
}

function BreakdownTable({ reply, group }: { reply: UsageReply; group: Group }) {
  const t = useTexts(breakdownTexts)
  const format = useFormats()
  const nameOf = useNameOf(group)
  const rows = [...reply.data].sort((a, b) => b.cost_usd - a.cost_usd)
  const largest = Math.max(...rows.map(({ cost_usd: cost }) => cost), 0)
  const total = reply.total.cost_usd
  const columns: Column<UsageRow>[] = [
    { name: t[group], width: 'minmax(7rem,2fr)', cell: (row) => nameOf(row) },
    {
      name: t.share,
      width: 'minmax(5rem,2fr)',
      cell: ({ cost_usd: cost }) => (
        <span className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-2 tabular-nums">
          {total > 0 ? format.percent(cost / total) : ''}
          <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${largest > 0 ? Math.max(0, cost / largest) * 100 : 0}%` }}
            />
          </span>
        </span>
      ),
    },
    { name: t.calls, width: '5rem', isNumber: true, isExtra: true, cell: (row) => format.number(row.calls) },
    { name: t.minutes, width: '6rem', isNumber: true, isExtra: true, cell: (row) => format.number(row.minutes) },
    { name: t.messages, width: '6.5rem', isNumber: true, isExtra: true, cell: (row) => format.number(row.messages) },
    { name: t.cost, width: 'minmax(6rem,1fr)', isNumber: true, cell: (row) => format.money(row.cost_usd) },
  ]
  return <Table label={t.title} columns={columns} rows={rowsOf(rows)} empty={null} className="max-h-[28rem]" />
}

const destinations: Partial<Record<Group, LinkProps['to']>> = {
  assistant: '/assistants/$id',
  campaign: '/campaigns/$id',
}

/** Returns the name of what a row is about, as a link if there is a page for it. */
function useNameOf(group: Group) {
  const t = useTexts(breakdownTexts)
  const channelNames = useTexts(channelTexts)
  const { assistants, campaigns, members } = useNames()
  return (row: UsageRow) => {
    if (group === 'channel') return row.channel === null ? t.without.channel : channelNames[row.channel]
    const [id, map] = {
      assistant: [row.assistant_id, assistants] as const,
      campaign: [row.campaign_id, campaigns] as const,
      member: [row.member_id, members] as const,
    }[group]
    if (id === null) return <span className="text-soft">{t.without[group]}</span>
    const name = map.get(id)
    if (name === undefined) return <span className="text-soft">{t.deleted(id)}</span>
    const to = destinations[group]
    if (to === undefined) return name
    return (
      <Link to={to} params={{ id: String(id) } as never} className="text-accent hover:underline" title={name}>
        {name}
      </Link>
    )
  }
}
