// One delivery of a webhook: what was sent, what each attempt resulted in, and sending it again.
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { WebhookKind } from '#contract/events/webhook-payloads.ts'
import { type ReplyFrom, read, untilAvailable, useAction } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { useMay } from '../../session/session.tsx'
import { Dialog, say, sayError } from '../../ui/overlays.tsx'
import { Badge, type BadgeLook, Button, Loaded } from '../../ui/page.tsx'
import { Code, Facts, Time } from '../../ui/values.tsx'

const texts = textsOf('developers', 'delivery')

type Full = ReplyFrom<'webhooks', 'getDelivery'>
type Attempt = Full['attempt_log'][number]

export function DeliveryDialog({ id, onClose }: { id: number | undefined; onClose(): void }) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} look="drawer" isOpen={id !== undefined} onClose={onClose}>
      {id !== undefined && <DeliveryById key={id} id={id} />}
    </Dialog>
  )
}

const pendingMs = 2_000

function DeliveryById({ id }: { id: number }) {
  const query = useQuery({
    ...read('webhooks', 'getDelivery', { id }),
    // Attempts that are followed by another one cause no live event.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingMs : untilAvailable(state.error)),
  })
  return <Loaded query={query}>{(delivery) => <DeliveryView delivery={delivery} />}</Loaded>
}

function DeliveryView({ delivery }: { delivery: Full }) {
  const t = useTexts(texts)
  const names = useTexts(statusTexts)
  const may = useMay()
  const resend = useAction('webhooks', 'resendDelivery', { onDone: () => say(t.resent) })
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center justify-between gap-3">
        <Badge look={statusLooks[delivery.status]}>{names[delivery.status]}</Badge>
        {may('webhooks', 'resendDelivery') && (
          <Button
            icon={RefreshCw}
            size="small"
            isPending={resend.isPending}
            onPress={() => resend.mutate({ id: delivery.id }, { onError: sayError })}
          >
            {t.resend}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          [t.kind, <Mono key="kind" text={delivery.kind} />],
          [t.subject, <Mono key="subject" text={delivery.subject} />],
          [t.url, <Mono key="url" text={delivery.url} />],
          [t.webhookId, <Mono key="id" text={delivery.webhook_id} />],
          [t.created, <Time key="created" at={delivery.created_at} />],
          delivery.delivered_at && [t.delivered, <Time key="at" at={delivery.delivered_at} />],
          delivery.next_attempt_at && [t.next, <Time key="next" at={delivery.next_attempt_at} />],
        ]}
      />
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{t.attempts}</h3>
        {delivery.attempt_log.length === 0 && <p className="text-soft">{t.none}</p>}
        <ol className="flex flex-col gap-2">
          {delivery.attempt_log.map((attempt, index) => (
            <AttemptView key={attempt.at} attempt={attempt} number={index + 1} />
          ))}
        </ol>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{t.request}</h3>
        <Code label={t.request} text={JSON.stringify(delivery.payload, null, 2)} />
      </section>
    </div>
  )
}

const Mono = ({ text }: { text: string }) => <span className="font-mono text-sm break-all">{text}</span>

function AttemptView({ attempt, number }: { attempt: Attempt; number: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { status_code: status, error, duration_ms: durationMs, response } = attempt
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <li className="flex flex-col gap-2 rounded-lg border p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{t.attempt(number)}</span>
        <Badge look={durationMs === null ? 'neutral' : isGood ? 'good' : 'bad'}>
          {durationMs === null ? t.running : (status ?? t.noResponse)}
        </Badge>
        <span className="grow text-sm text-soft">
          <Time at={attempt.at} />
        </span>
        {durationMs !== null && (
          <span className="text-sm text-soft tabular-nums">{format.milliseconds(durationMs)}</span>
        )}
      </div>
      {error !== null && (
        <p className="text-sm break-words text-bad">
          <ServerText of={error} />
        </p>
      )}
      {response !== null && response !== '' && <Code label={`${t.response} ${number}`} text={response} />}
    </li>
  )
}

export type Delivery = ReplyFrom<'webhooks', 'listDeliveries'>['data'][number]
export type DeliveryStatus = Delivery['status']

export const statusLooks: Record<DeliveryStatus, BadgeLook> = { pending: 'neutral', delivered: 'good', failed: 'bad' }
export const statuses = Object.keys(statusLooks) as DeliveryStatus[]

/** The API names kinds; the names are not translated, because programs compare them. */
const kindNames: Record<WebhookKind, true> = {
  'call.ended': true,
  'conversation.handed-over': true,
  'conversation.ended': true,
  'message.received': true,
  'message.status': true,
  'balance.low': true,
  'contact.created': true,
  'contact.updated': true,
  'contact.merged': true,
}
export const webhookKinds = Object.keys(kindNames) as WebhookKind[]

export const statusTexts = textsOf('developers', 'status')
