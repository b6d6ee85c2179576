// The balance, and what was spent today and in the last 7 and 30 days, each against the period before.
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Loaded, Metric } from '../../ui/page.tsx'
import { addDays } from './period.ts'
import type { UsageReply, UsageRow } from './usage-texts.ts'

const texts = textsOf('usage', 'spending')

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
