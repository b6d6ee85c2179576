// The balance, and what was spent today and in the last 7 and 30 days, each against the period before.
import { useRead } from '../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'
import { Loaded, Metric } from '../../ui/page.tsx'
import { addDays } from './period.ts'
import type { UsageReply, UsageRow } from './usage-texts.ts'

const texts = textsOf(
  {
    talk: (time: string) => `About ${time} of calls, without amounts on hold`,
    balanceText: 'Without amounts on hold',
    today: 'Spent today',
    days: (count: number) => `Spent in ${count} days`,
    nothing: 'Nothing in the period before',
    same: 'As in the period before',
    more: (share: string) => `${share} more than in the period before`,
    less: (share: string) => `${share} less than in the period before`,
  },
  {
    talk: (time: string) => `Etwa ${time} Gesprächszeit, ohne vorgemerkte Beträge`,
    balanceText: 'Ohne vorgemerkte Beträge',
    today: 'Heute verbraucht',
    days: (count: number) => `In ${count} Tagen verbraucht`,
    nothing: 'Davor nichts',
    same: 'Wie im Zeitraum davor',
    more: (share: string) => `${share} mehr als im Zeitraum davor`,
    less: (share: string) => `${share} weniger als im Zeitraum davor`,
  },
)

const spans = [1, 7, 30] as const

export function Spending({ today, balance }: { today: string; balance: UsageReply['balance'] }) {
  const t = useTexts(texts)
  const format = useFormats()
  const usage = useRead('billing', 'getUsage', { group_by: 'day', date_from: addDays(today, -59), date_to: today })
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Metric
        name={t.balance}
        value={format.money(balance.usd)}
        detail={balance.talk_seconds === null ? t.balanceText : t.talk(format.hours(balance.talk_seconds))}
      />
      <Loaded query={usage}>
        {({ data }) => spans.map((days) => <Spent key={days} days={days} rows={data} today={today} />)}
      </Loaded>
    </div>
  )
}

interface SpentProps {
  days: number
  rows: readonly UsageRow[]
  today: string
}

function Spent({ days, rows, today }: SpentProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const first = addDays(today, 1 - days)
  const firstBefore = addDays(first, -days)
  const sum = (from: string, before?: string): number =>
    rows.reduce(
      (total, row) =>
        row.day !== null && row.day >= from && (before === undefined || row.day < before)
          ? total + row.cost_usd
          : total,
      0,
    )
  const spent = sum(first)
  const before = sum(firstBefore, first)
  const change = before > 0 ? spent / before - 1 : undefined
  const compared =
    change === undefined
      ? t.nothing
      : Math.abs(change) < 0.0005
        ? t.same
        : change > 0
          ? t.more(format.percent(change))
          : t.less(format.percent(-change))
  return <Metric name={days === 1 ? t.today : t.days(days)} value={format.money(spent)} detail={compared} />
}
