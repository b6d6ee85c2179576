// The home page: what happens now, what happened today, an assistant to try, and the next steps.
import { Link } from '@tanstack/react-router'
import { ArrowRight, Check, ExternalLink, Inbox, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { ConnectModelNotice } from '../../panels/connect-model-notice.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { Badge, Button, Card, Empty, IconButton, LinkButton, Loaded, Metric, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { LiveCalls } from './live-calls.tsx'
import { texts } from './texts.ts'
import { TryAssistant } from './try-assistant.tsx'

export function Home() {
  const t = useTexts(texts)
  const may = useMay()
  const tryAssistant = useRef<HTMLDivElement>(null)
  const showTry = () => {
    tryAssistant.current?.focus({ preventScroll: true })
    tryAssistant.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Page title={t.title}>
      <ConnectModelNotice />
      {may('calls', 'make') && may('calls', 'makeWebCall') && <FirstMinute onTry={showTry} />}
      {may('billing', 'getUsage') && <Today />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          {may('calls', 'list') && <LiveCalls />}
          <Waiting />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {may('calls', 'makeWebCall') && (
            <div ref={tryAssistant} tabIndex={-1} className="outline-none">
              <TryAssistant />
            </div>
          )}
          <NextSteps />
        </div>
      </div>
    </Page>
  )
}

const nothing = { calls: 0, minutes: 0, messages: 0, cost_usd: 0 }

/** The balance, and what happened today against yesterday. */
function Today() {
  const t = useTexts(texts)
  const format = useFormats()
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
        value={usage ? format.money(usage.balance.usd) : '…'}
        detail={usage && usage.balance.talk_seconds !== null && t.worth(format.hours(usage.balance.talk_seconds))}
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

const shown = 6

/** Conversations that wait for a person. */
function Waiting() {
  const t = useTexts(texts)
  const query = useRead('conversations', 'list', { owner: 'nobody', sort: 'activity', snoozed: false, per_page: shown })
  return (
    <Card
      title={t.waiting}
      isFlush
      actions={
        <LinkButton to="/inbox" look="quiet" size="small">
          {t.openInbox}
        </LinkButton>
      }
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Inbox} title={t.noWaiting} text={t.noWaitingText} />
          ) : (
            <ul className="divide-y">
              {data.map((conversation) => (
                <li key={conversation.id} className="relative flex items-baseline gap-3 px-4 py-2.5 hover:bg-sunken">
                  <Link
                    to="/inbox"
                    search={{ conversation: conversation.id }}
                    className="min-w-0 grow truncate font-medium outline-accent after:absolute after:inset-0 focus-visible:after:outline-2"
                  >
                    {conversation.customer.name ??
                      conversation.customer_phone ??
                      conversation.external_identifier ??
                      conversation.id}
                  </Link>
                  <span className="shrink-0 text-sm text-soft">
                    <Time at={conversation.updated_at} look="relative" />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

/** What the account does not have yet, each with the one step that adds it. */
function NextSteps() {
  const t = useTexts(texts)
  const { user } = useSession()
  const may = useMay()
  const isEditor = may('assistants', 'create')
  const isOwner = may('members', 'invite')
  const when = { isEnabled: isEditor }
  const assistants = useRead('assistants', 'listAll', {}, when).data
  const knowledge = useRead('knowledge', 'list', {}, when).data
  const numbers = useRead('phoneNumbers', 'listAll', {}, when).data
  const senders = useRead('senders', 'list', {}, when).data
  const alerts = useRead('billing', 'getBalanceAlerts', {}, when).data
  const members = useRead('members', 'list', {}, { isEnabled: isOwner }).data
  const steps = [
    { name: 'password', path: '/settings', isOpen: !user.has_password },
    { name: 'assistant', path: '/assistants/new', isOpen: assistants?.length === 0 },
    { name: 'knowledge', path: '/knowledge', isOpen: knowledge?.data.length === 0 },
    { name: 'number', path: '/numbers', isOpen: numbers?.data.length === 0 },
    { name: 'sender', path: '/messages', isOpen: senders?.data.length === 0 },
    { name: 'alerts', path: '/usage', isOpen: alerts?.thresholds.length === 0 },
    { name: 'team', path: '/settings', isOpen: members?.data.length === 1 },
  ] as const
  const open = steps.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return null
  return (
    <Card title={t.setUp} isFlush>
      <ul className="divide-y">
        {open.map(({ name, path }) => {
          const [title, reason] = t.steps[name]
          return (
            <li key={name} className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-sunken">
              <div className="min-w-0 grow">
                <Link
                  to={path}
                  className="font-medium outline-accent after:absolute after:inset-0 focus-visible:after:outline-2"
                >
                  {title}
                </Link>
                <p className="text-sm text-soft">{reason}</p>
              </div>
              <ArrowRight aria-hidden size={16} className="shrink-0 text-soft rtl:rotate-180" />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Hidden for good when all is done, or when the member says so. */
function FirstMinute({ onTry }: { onTry(): void }) {
  const t = useTexts(texts)
  const { account, sandbox_url: sandboxUrl } = useSession()
  const storageKey = `parley.first-minute.${account.id}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) === 'hidden')
  const when = { isEnabled: !isHidden }
  const talks = useRead('calls', 'list', { type: 'web', per_page: 1, with_transcript: false }, when).data
  const calls = useRead('calls', 'list', { type: 'outbound', per_page: 1, with_transcript: false }, when).data
  const assistant = useRead('assistants', 'listAll', {}, when).data?.at(-1)
  const mine = useRead('conversations', 'list', { owner: 'me', per_page: 1 }, when).data
  const hasTalked = (talks?.data.length ?? 0) > 0
  const hasCalled = (calls?.data.length ?? 0) > 0
  const hasTakenOver = (mine?.data.length ?? 0) > 0
  const isDone = hasTalked && hasCalled && hasTakenOver
  useEffect(() => {
    if (isHidden || isDone) localStorage.setItem(storageKey, 'hidden')
  }, [isHidden, isDone, storageKey])
  if (isHidden) return null
  const outside = (href: string, label: string) => (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-7 items-center gap-1.5 rounded-md border bg-raised px-2 text-sm font-medium whitespace-nowrap shadow-xs hover:border-strong-line/60 hover:bg-sunken"
    >
      {label}
      <ExternalLink aria-hidden size={14} />
    </a>
  )
  const [talk, take] = [t.firstSteps.talk, t.firstSteps.takeOver]
  const call = sandboxUrl ? t.firstSteps.ring : t.firstSteps.call
  return (
    <Card
      title={t.first}
      isFlush
      actions={<IconButton icon={X} size="small" label={t.hide} onPress={() => setHidden(true)} />}
    >
      <ol className="grid divide-y md:grid-cols-3 md:divide-x md:divide-y-0">
        <Step title={talk[0]!} text={talk[1]!} isDone={hasTalked}>
          <Button size="small" look={hasTalked ? 'plain' : 'primary'} onPress={onTry}>
            {talk[2]}
          </Button>
        </Step>
        <Step title={call[0]!} text={call[1]!} isDone={hasCalled}>
          {sandboxUrl && outside(`${sandboxUrl}/phone`, t.firstSteps.ring[2]!)}
          <LinkButton size="small" to="/calls">
            {t.firstSteps.call[2]}
          </LinkButton>
        </Step>
        <Step title={take[0]!} text={take[1]!} isDone={hasTakenOver}>
          {assistant && (
            <LinkButton
              size="small"
              to="/assistants/$id"
              params={{ id: String(assistant.id) }}
              search={{ view: 'widget' }}
            >
              {take[2]}
            </LinkButton>
          )}
          <LinkButton size="small" to="/inbox">
            {t.openInbox}
          </LinkButton>
        </Step>
      </ol>
    </Card>
  )
}

interface StepProps {
  title: string
  text: string
  isDone: boolean
  children: ReactNode
}

function Step({ title, text, isDone, children }: StepProps) {
  const t = useTexts(texts)
  return (
    <li className="flex min-w-0 flex-col gap-1 px-4 py-3">
      <h3 className="flex items-center gap-2 font-medium">
        <span className="min-w-0 grow">{title}</span>
        {isDone && (
          <Badge look="good">
            <Check aria-hidden size={13} />
            {t.done}
          </Badge>
        )}
      </h3>
      <p className="grow text-sm text-soft">{text}</p>
      <div className="flex flex-wrap gap-2 pt-1">{children}</div>
    </li>
  )
}
