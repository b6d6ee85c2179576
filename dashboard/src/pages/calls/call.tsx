// The page of one call: while it is in progress, the live view, and afterwards everything that is known about it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FlaskConical, PhoneOff, Trash2 } from 'lucide-react'
import { ParleyError } from '#sdk/index.ts'
import { client } from '../../api/client.ts'
import { useLiveEvents } from '../../api/live.ts'
import { useAction } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { LiveCallPanel } from '../../panels/live-call.tsx'
import { useMay } from '../../session/session.tsx'
import { ConfirmButton, say, sayError } from '../../ui/overlays.tsx'
import { Badge, Button, Empty, Failure, LinkButton, Loading, Page } from '../../ui/page.tsx'
import { CallView } from './call-view.tsx'
import { callWords, isOpen, statusLooks } from './call-words.ts'
import { customerNameOf, customerTexts } from './customer.ts'
import type { CallRecord, Explanation } from './lanes.ts'
import { useSummary } from './use-event-texts.ts'

const texts = textsOf('calls', 'callPage')

const route = getRouteApi('/calls/$id')

/** Events that arrive while the page is not open do not change what is kept. */
const staleTime = 0

const retry = (failures: number, error: Error): boolean =>
  !(error instanceof ParleyError && error.status < 500) && failures < 3

/** Not under the key of all calls, so that events of other calls do not read a long transcript again. */
const keyOf = (id: number) => ['call', id] as const

export function Call() {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const people = useTexts(customerTexts)
  const summaryOf = useSummary()
  const may = useMay()
  const cache = useQueryClient()
  const given = route.useParams().id
  const id = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : 0
  const mayExplain = may('calls', 'explain')
  const call = useQuery({
    queryKey: [...keyOf(id), 'get'],
    queryFn: ({ signal }) => client.calls.get({ id }, { signal }),
    enabled: id > 0,
    retry,
    staleTime,
  })
  const explanation = useQuery({
    queryKey: [...keyOf(id), 'explain'],
    queryFn: ({ signal }) => client.calls.explain({ id }, { signal }),
    enabled: id > 0 && mayExplain,
    retry,
    staleTime,
  })
  useLiveEvents((event) => {
    if (event.event === 'call.transcript') return
    const isOfCall = 'call_id' in event.data && event.data.call_id === id
    if (isOfCall || event.event === 'webhook.delivery') void cache.invalidateQueries({ queryKey: keyOf(id) })
  })
  const back = { to: '/calls', label: t.all } as const
  const isMissing = id === 0 || (call.error instanceof ParleyError && call.error.status === 404)
  if (isMissing)
    return (
      <Page title={t.title} back={back}>
        <Empty icon={PhoneOff} title={t.missing} text={t.missingText}>
          <LinkButton to="/calls">{t.list}</LinkButton>
        </Empty>
      </Page>
    )
  if (!call.data)
    return (
      <Page title={t.title} back={back}>
        {call.error ? <Failure error={call.error} onRetry={() => void call.refetch()} /> : <Loading />}
      </Page>
    )
  const { status } = call.data
  const badge = <Badge look={statusLooks[status]}>{words.status[status]}</Badge>
  // Both replies are of the same moment: the explanation of a call that has just ended is read again.
  const isWaiting = mayExplain && !explanation.data && !explanation.error
  return (
    <Page
      back={back}
      title={customerNameOf(call.data, people)}
      badge={badge}
      text={explanation.data && summaryOf(call.data, explanation.data)}
      actions={
        !isOpen(status) && (
          <>
            <MakeTest call={call.data} />
            <DeleteCall id={id} />
          </>
        )
      }
    >
      <CallHead call={call.data} explanation={explanation.data} />
      {isOpen(status) ? (
        <LiveCallPanel callId={id} />
      ) : isWaiting ? (
        <Loading />
      ) : (
        <>
          {explanation.error && <Failure error={explanation.error} onRetry={() => void explanation.refetch()} />}
          <CallView key={id} call={call.data} explanation={explanation.data} />
        </>
      )}
    </Page>
  )
}

const makeTestTexts = textsOf('calls', 'makeTest')

/** Makes a test of the assistant from a call, which opens for naming and its first run. */
function MakeTest({ call }: { call: Pick<CallRecord, 'id' | 'status' | 'transcript'> }) {
  const t = useTexts(makeTestTexts)
  const may = useMay()
  const navigate = useNavigate()
  const make = useAction('assistantTests', 'createFromCall', {
    onDone: ({ data }) =>
      void navigate({
        to: '/assistants/$id',
        params: { id: String(data.assistant_id) },
        search: { view: 'tests', test: data.id, form: 'edit' },
      }),
  })
  const hasWords = call.transcript.some(({ sender }) => sender === 'human')
  if (isOpen(call.status) || !hasWords || !may('assistantTests', 'createFromCall')) return null
  return (
    <Button
      icon={FlaskConical}
      size="small"
      isPending={make.isPending}
      onPress={() => !make.isPending && make.mutate({ id: call.id }, { onError: sayError })}
    >
      {t.make}
    </Button>
  )
}

const callHeadTexts = textsOf('calls', 'callHead')

/** The most important facts of a call, its links, and what can be done with it. */
function CallHead({ call, explanation }: { call: CallRecord; explanation: Explanation | undefined }) {
  const t = useTexts(callHeadTexts)
  const words = useTexts(callWords)
  const format = useFormats()
  const createdAt = explanation?.timeline[0]?.at
  const median = call.latency.heard_ms?.p50
  const link = 'text-accent underline underline-offset-2 break-words'
  const facts: [string, React.ReactNode][] = [
    [
      t.assistant,
      <Link key="assistant" to="/assistants/$id" params={{ id: String(call.assistant_id) }} className={link}>
        {call.assistant_name}
      </Link>,
    ],
  ]
  if (call.campaign_id !== null)
    facts.push([
      t.campaign,
      call.campaign_name === null ? (
        t.deletedCampaign
      ) : (
        <Link key="campaign" to="/campaigns/$id" params={{ id: String(call.campaign_id) }} className={link}>
          {call.campaign_name}
        </Link>
      ),
    ])
  facts.push([t.direction, words.type[call.type]])
  if (call.origin !== null)
    facts.push([
      t.website,
      <span key="website" className="break-all">
        {call.origin}
      </span>,
    ])
  facts.push([t.created, createdAt ? format.dateTime(createdAt) : format.dateTime(call.created_at)])
  if (!isOpen(call.status)) {
    facts.push([t.duration, format.duration(call.duration)], [t.cost, format.exactMoney(call.total_cost)])
    if (call.ended_reason) facts.push([t.reason, words.reason[call.ended_reason]])
    if (call.answerer) facts.push([t.answerer, words.answerer[call.answerer]])
    if (median !== undefined) facts.push([t.median, format.milliseconds(median)])
  }
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
      <dl className="grid min-w-0 grow grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-8">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {call.opted_out && <Badge look="warn">{words.optedOut[call.opted_out]}</Badge>}
    </div>
  )
}

function DeleteCall({ id }: { id: number }) {
  const t = useTexts(callHeadTexts)
  const may = useMay()
  const navigate = useNavigate()
  const remove = useAction('calls', 'delete', {
    onDone: ({ message }) => {
      say(message)
      void navigate({ to: '/calls' })
    },
  })
  if (!may('calls', 'delete')) return null
  return (
    <ConfirmButton
      title={t.removeTitle}
      text={t.removeText}
      action={t.remove}
      mutation={remove}
      input={{ id }}
      size="small"
    >
      <Trash2 aria-hidden size={15} />
    </ConfirmButton>
  )
}
