// The calls in progress, above all others.
import { Link } from '@tanstack/react-router'
import { PhoneCall } from 'lucide-react'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Elapsed } from '../../panels/shared/elapsed.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge } from '../../ui/states.tsx'
import { callWords } from './call-words.ts'
import { customerNameOf, customerTexts } from './customer.ts'
import { type OpenCallsFilter, useOpenCalls } from './use-open-calls.ts'

const texts = textsOf(
  {
    title: 'In progress',
    more: (count: string) => `and ${count} more`,
    with: (assistant: string) => `with ${assistant}`,
  },
  {
    title: 'Laufende Anrufe',
    more: (count: string) => `und ${count} weitere`,
    with: (assistant: string) => `mit ${assistant}`,
  },
)

const shown = 20

/** Shows nothing if there are none. */
export function OpenCalls({ filter }: { filter: OpenCallsFilter }) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const people = useTexts(customerTexts)
  const format = useFormats()
  const { calls = [], total } = useOpenCalls(filter, shown)
  if (calls.length === 0) return null
  return (
    <Card title={`${t.title} (${format.number(total)})`} isFlush>
      <ul className="grid max-h-60 divide-y overflow-auto" tabIndex={0} aria-label={t.title}>
        {calls.map((call) => (
          <li key={call.id} className="relative flex items-center gap-3 px-4 py-2 hover:bg-sunken">
            <PhoneCall aria-hidden size={16} className="shrink-0 text-accent motion-safe:animate-pulse" />
            <Link
              to="/calls/$id"
              params={{ id: String(call.id) }}
              className="min-w-0 shrink truncate font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
            >
              {customerNameOf(call, people)}
            </Link>
            <span className="min-w-0 grow truncate text-soft max-sm:hidden">{t.with(call.assistant_name)}</span>
            <span className="grow sm:hidden" />
            <span className="text-sm text-soft">
              <Elapsed sinceMs={format.instant(call.created_at).getTime()} />
            </span>
            <Badge look="accent">{words.status[call.status]}</Badge>
          </li>
        ))}
      </ul>
      {total > calls.length && (
        <p className="px-4 py-2 text-sm text-soft">{t.more(format.number(total - calls.length))}</p>
      )}
    </Card>
  )
}
