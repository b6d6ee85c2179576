// What was spent on each assistant, campaign, member or channel, the largest first.
import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import { rowsOf } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select } from '../../ui/fields.tsx'
import { Card } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useNames } from './names.ts'
import { inputOf, useFilters, useSetSearch } from './period.ts'
import { channelTexts, type UsageReply, type UsageRow, useAmounts } from './usage-texts.ts'

const texts = textsOf(
  {
    title: 'Breakdown',
    by: 'By',
    member: 'Member',
    without: { assistant: 'No assistant', campaign: 'No campaign', member: 'No member', channel: 'Other' },
    deleted: (id: number) => `Deleted (${id})`,
    share: 'Share',
    calls: 'Calls',
    minutes: 'Minutes',
    cost: 'Spent',
  },
  {
    title: 'Aufteilung',
    by: 'Nach',
    member: 'Mitglied',
    without: { assistant: 'Kein Assistent', campaign: 'Keine Kampagne', member: 'Kein Mitglied', channel: 'Andere' },
    deleted: (id: number) => `Gelöscht (${id})`,
    share: 'Anteil',
    calls: 'Anrufe',
    minutes: 'Minuten',
    cost: 'Verbrauch',
  },
)

const groups = ['assistant', 'campaign', 'member', 'channel'] as const
type Group = (typeof groups)[number]

export function Breakdown({ today }: { today: string }) {
  const t = useTexts(texts)
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
  const t = useTexts(texts)
  const format = useFormats()
  const amount = useAmounts()
  const nameOf = useNameOf(group)
  const rows = [...reply.data].sort((a, b) => b.cost_usd - a.cost_usd)
  const largest = Math.max(...rows.map(({ cost_usd: cost }) => cost), 0)
  const total = reply.total.cost_usd
  const columns: Column<UsageRow>[] = [
    { id: 'name', name: t[group], width: 'minmax(7rem,2fr)', cell: (row) => nameOf(row) },
    {
      id: 'share',
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
    {
      id: 'calls',
      name: t.calls,
      width: '5rem',
      isNumber: true,
      isExtra: true,
      cell: (row) => format.number(row.calls),
    },
    {
      id: 'minutes',
      name: t.minutes,
      width: '6rem',
      isNumber: true,
      isExtra: true,
      cell: (row) => format.number(row.minutes),
    },
    {
      id: 'messages',
      name: t.messages,
      width: '6.5rem',
      isNumber: true,
      isExtra: true,
      cell: (row) => format.number(row.messages),
    },
    {
      id: 'cost',
      name: t.cost,
      width: 'minmax(6rem,1fr)',
      isNumber: true,
      cell: (row) => amount(row.cost, reply.unit),
    },
    {
      id: 'usd',
      name: t.usd,
      width: '7rem',
      isNumber: true,
      isExtra: true,
      cell: (row) => format.money(row.cost_usd),
    },
  ]
  return <Table label={t.title} columns={columns} rows={rowsOf(rows)} empty={null} className="max-h-[28rem]" />
}

const destinations: Partial<Record<Group, LinkProps['to']>> = {
  assistant: '/assistants/$id',
  campaign: '/campaigns/$id',
}

/** Returns the name of what a row is about, as a link if there is a page for it. */
function useNameOf(group: Group) {
  const t = useTexts(texts)
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
