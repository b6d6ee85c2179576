// The balance, and what happened today against yesterday.
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { Metric } from '../../ui/page.tsx'
import { texts } from './texts.ts'

const nothing = { calls: 0, minutes: 0, messages: 0, cost_usd: 0 }

export function Today() {
  const t = useTexts(texts)
  const format = useFormats()
  const { data: account } = useRead('accounts', 'me')
  const { data: usage } = useRead('billing', 'getUsage', { group_by: 'day' })
  const at = (day: string | undefined) => usage?.data.find((each) => each.day === day) ?? nothing
  const today = at(usage?.date_to)
  const yesterday = at(usage && dayBefore(usage.date_to))
  const compared = (read: (day: typeof nothing) => string) => ({
    value: usage ? read(today) : '…',
    detail: usage && t.yesterday(read(yesterday)),
  })
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <Metric
        name={t.balance}
        value={account ? format.number(account.total_balance) : '…'}
        detail={usage && t[usage.unit]}
      />
      <Metric name={t.spentToday} {...compared((day) => format.money(day.cost_usd))} />
      <Metric name={t.callsToday} {...compared((day) => format.number(day.calls))} />
      <Metric name={t.talkTime} {...compared((day) => format.duration(day.minutes * 60))} />
      <Metric name={t.messagesToday} {...compared((day) => format.number(day.messages))} />
    </div>
  )
}

/** Days are `YYYY-MM-DD` in the time zone of the account. */
function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
