// Lists the calls of the account, with filters, sums and a button that makes a call.
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, Globe, Phone, PhoneCall } from 'lucide-react'
import { countSet } from '../../address/values.ts'
import { type ReplyFrom, type RowOf, useRead, useRows } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Elapsed } from '../../panels/shared/elapsed.tsx'
import { useMay } from '../../session/session.tsx'
import { List } from '../../ui/list.tsx'
import { Badge, Button, Card, Page } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { callWords, statusLooks } from './call-words.ts'
import { customerNameOf, customerTexts } from './customer.ts'
import { Filters } from './filters.tsx'
import { MakeCall } from './make-call.tsx'
import type { CallsSearch } from './search.ts'
import { type OpenCallsFilter, useOpenCalls } from './use-open-calls.ts'

const texts = textsOf('calls', 'calls')

type Row = RowOf<'calls', 'list'>

const route = getRouteApi('/calls')
const icons = { inbound: ArrowDownLeft, outbound: ArrowUpRight, web: Globe }

export function Calls() {
  const t = useTexts(texts)
  const may = useMay()
  const { calling, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { status, type, assistant, campaign, phone, from, to } = search
  const filter = { type, phone_number: phone, assistant_id: assistant, campaign_id: campaign }
  const usage = useRead('billing', 'getUsage', {
    channel: 'call',
    group_by: 'channel',
    assistant_id: assistant,
    campaign_id: campaign,
    date_from: from,
    date_to: to,
  })
  const setSearch = (next: CallsSearch) => void navigate({ search: next, replace: true })
  const mayMake = may('calls', 'make')
  const setCalling = (next: string | undefined) => navigate({ search: { ...search, calling: next }, replace: true })
  const makeButton = mayMake && (
    <Button icon={Phone} look="primary" onPress={() => setCalling('new')}>
      {t.make}
    </Button>
  )
  return (
    <Page title={t.title} actions={makeButton} isFull>
      <Filters
        search={search}
        onChange={(change) => setSearch({ ...search, ...change })}
        onClear={() => setSearch({})}
      />
      {status === undefined && <OpenCalls filter={filter} />}
      <CallList search={search} usage={usage.data} onClear={() => setSearch({})} action={makeButton} />
      {mayMake && calling !== undefined && (
        <MakeCall key={calling} phone={calling === 'new' ? '' : calling} onClose={() => setCalling(undefined)} />
      )}
    </Page>
  )
}

interface CallListProps {
  search: CallsSearch
  usage: Usage | undefined
  onClear(): void
  action: React.ReactNode
}

/** Reads the rows itself, so that scrolling does not render the filters again. */
function CallList({ search, usage, onClear, action }: CallListProps) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const people = useTexts(customerTexts)
  const format = useFormats()
  const { status, type, assistant, campaign, phone, from, to } = search
  const rows = useRows('calls', 'list', {
    with_transcript: false,
    status,
    type,
    phone_number: phone,
    assistant_id: assistant,
    campaign_id: campaign,
    date_from: from,
    date_to: to,
  })
  const columns: Column<Row>[] = [
    { name: t.customer, width: 'minmax(8rem,2.6fr)', cell: (call) => customerNameOf(call, people) },
    { name: t.assistant, width: 'minmax(7rem,1.5fr)', isExtra: true, cell: ({ assistant_name: name }) => name },
    {
      name: t.direction,
      width: '6rem',
      isExtra: true,
      cell: ({ type }) => {
        const Icon = icons[type]
        return (
          <span className="flex items-center gap-1.5">
            <Icon aria-hidden size={15} className="shrink-0 text-soft" />
            {words.type[type]}
          </span>
        )
      },
    },
    {
      name: t.status,
      width: 'minmax(8.25rem,1fr)',
      cell: ({ status }) => <Badge look={statusLooks[status]}>{words.status[status]}</Badge>,
    },
    {
      name: t.duration,
      width: '4.5rem',
      isNumber: true,
      isBelow: true,
      cell: ({ duration }) => (duration > 0 ? format.duration(duration) : '–'),
    },
    {
      name: t.cost,
      width: '5rem',
      isNumber: true,
      isExtra: true,
      cell: ({ total_cost: cost }) => (cost > 0 ? format.money(cost) : '–'),
    },
    { name: t.time, width: '11rem', isBelow: true, isNumber: true, cell: ({ created_at: at }) => <Time at={at} /> },
  ]
  return (
    <div className="flex min-h-80 grow flex-col gap-2">
      {rows.count !== undefined && rows.count > 0 && <Totals count={rows.count} usage={usage} search={search} />}
      <List
        label={t.title}
        columns={columns}
        rows={rows}
        linkOf={({ id }) => ({ to: '/calls/$id', params: { id: String(id) } })}
        filters={{ count: countSet(search), onClear }}
        empty={{ icon: Phone, title: t.none, text: t.noneText, action }}
        isFull
      />
    </div>
  )
}

type Usage = ReplyFrom<'billing', 'getUsage'>

const totalsTexts = textsOf('calls', 'totals')

/** The usage knows neither the status nor the direction nor the number of a call. */
const isUsageExact = ({ status, type, phone }: CallsSearch): boolean =>
  status === undefined && type === undefined && phone === undefined

/** One line with the number of calls that match the filters, their talk time and their cost. */
function Totals({ count, usage, search }: { count: number; usage: Usage | undefined; search: CallsSearch }) {
  const t = useTexts(totalsTexts)
  const format = useFormats()
  return (
    <p className="text-sm text-soft" role="status">
      <span className="font-medium text-ink">{format.count(t.calls, count)}</span>
      {usage && (
        <>
          {' · '}
          {!isUsageExact(search) && `${t.all} `}
          {t.talk(format.duration(usage.total.minutes * 60), format.money(usage.total.cost_usd))} (
          {t.between(format.day(usage.date_from), format.day(usage.date_to))})
        </>
      )}
    </p>
  )
}

const openCallsTexts = textsOf('calls', 'openCalls')

const shown = 20

/** Shows nothing if there are none. */
function OpenCalls({ filter }: { filter: OpenCallsFilter }) {
  const t = useTexts(openCallsTexts)
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
