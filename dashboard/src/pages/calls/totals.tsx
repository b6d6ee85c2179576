// One line with the number of calls that match the filters, their talk time and their cost.
import type { ReplyFrom } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import type { CallsSearch } from './search.ts'

export type Usage = ReplyFrom<'billing', 'getUsage'>

const texts = textsOf(
  {
    calls: { one: 'call', other: 'calls' },
    talk: (minutes: string, cost: string) => `${minutes} of talk time for ${cost}`,
    between: (from: string, to: string) => `charged from ${from} to ${to}`,
    all: 'status, direction and phone number do not apply to these sums',
  },
  {
    calls: { one: 'Anruf', other: 'Anrufe' },
    talk: (minutes: string, cost: string) => `${minutes} Gesprächszeit für ${cost}`,
    between: (from: string, to: string) => `abgerechnet vom ${from} bis ${to}`,
    all: 'Status, Richtung und Telefonnummer gelten für diese Summen nicht',
  },
)

/** The usage knows neither the status nor the direction nor the number of a call. */
const isUsageExact = ({ status, type, phone }: CallsSearch): boolean =>
  status === undefined && type === undefined && phone === undefined

export function Totals({ count, usage, search }: { count: number; usage: Usage | undefined; search: CallsSearch }) {
  const t = useTexts(texts)
  const format = useFormats()
  return (
    <p className="text-sm text-soft" role="status">
      <span className="font-medium text-ink">{format.count(t.calls, count)}</span>
      {usage && (
        <>
          {' · '}
          {t.talk(format.duration(usage.total.minutes * 60), format.money(usage.total.cost_usd))} (
          {t.between(format.day(usage.date_from), format.day(usage.date_to))}
          {!isUsageExact(search) && `; ${t.all}`})
        </>
      )}
    </p>
  )
}
