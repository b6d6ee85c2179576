// The balance, and what was spent today and in the last 7 and 30 days, each against the period before.
import { useRead } from '../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'
import { Loaded, Metric } from '../../ui/page.tsx'
import { addDays } from './period.ts'
import { type Unit, type UsageRow, unitTexts } from './usage-texts.ts'

const texts = textsOf(
  {
    balanceText: 'Without amounts on hold',
    today: 'Spent today',
    days: (count: number) => `Spent in ${count} days`,
    nothing: 'nothing in the period before',
    same: 'as in the period before',
    more: (share: string) => `${share} more than in the period before`,
    less: (share: string) => `${share} less than in the period before`,
  },
  {
    balanceText: 'Ohne vorgemerkte Beträge',
    today: 'Heute verbraucht',
    days: (count: number) => `In ${count} Tagen verbraucht`,
    nothing: 'davor nichts',
    same: 'wie im Zeitraum davor',
    more: (share: string) => `${share} mehr als im Zeitraum davor`,
    less: (share: string) => `${share} weniger als im Zeitraum davor`,
  },
)

const spans = [1, 7, 30] as const

export function Spending({ today, unit }: { today: string; unit: Unit }) {
  const t = useTexts(texts)
  const me = useRead('accounts', 'me')
  const usage = useRead('billing', 'getUsage', { group_by: 'day', date_from: addDays(today, -59), date_to: today })
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Metric
        name={t.balance}
        value={me.data ? <Amount value={me.data.total_balance} unit={unit} /> : '…'}
        detail={t.balanceText}
      />
      <Loaded query={usage}>
        {({ data }) => spans.map((days) => <Spent key={days} days={days} rows={data} today={today} unit={unit} />)}
      </Loaded>
    </div>
  )
}

/** The unit in smaller letters, so that long amounts fit. */
function Amount({ value, unit }: { value: number; unit: Unit }) {
  const format = useFormats()
  const units = useTexts(unitTexts)
  return (
    <>
      {format.number(value)}{' '}
      <span className="text-base font-normal">{value === 1 ? units[unit].one : units[unit].other}</span>
    </>
  )
}

interface SpentProps {
  days: number
  rows: readonly UsageRow[]
  today: string
  unit: Unit
}

function Spent({ days, rows, today, unit }: SpentProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const first = addDays(today, 1 - days)
  const firstBefore = addDays(first, -days)
  const sum = (from: string, before: string | undefined, field: 'cost' | 'cost_usd'): number =>
    rows.reduce(
      (total, row) =>
        row.day !== null && row.day >= from && (before === undefined || row.day < before) ? total + row[field] : total,
      0,
    )
  const spent = sum(first, undefined, 'cost_usd')
  const before = sum(firstBefore, first, 'cost_usd')
  const change = before > 0 ? spent / before - 1 : undefined
  const compared =
    change === undefined
      ? t.nothing
      : Math.abs(change) < 0.0005
        ? t.same
        : change > 0
          ? t.more(format.percent(change))
          : t.less(format.percent(-change))
  return (
    <Metric
      name={days === 1 ? t.today : t.days(days)}
      value={<Amount value={sum(first, undefined, 'cost')} unit={unit} />}
      detail={`${format.money(spent)}, ${compared}`}
    />
  )
}
