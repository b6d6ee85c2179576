// The webhook deliveries about a call, with each attempt and the payload.
import { RefreshCw, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Disclosure, DisclosurePanel, Heading, Button as TriggerButton } from 'react-aria-components'
import { type RowOf, useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { useMay } from '../../session/session.tsx'
import { say, sayError } from '../../ui/overlays.tsx'
import { Badge, Button, Card, Empty, Loaded } from '../../ui/page.tsx'
import { Code, Time } from '../../ui/values.tsx'

const texts = textsOf('calls', 'deliveries')

type Delivery = RowOf<'webhooks', 'listDeliveries'>

const looks = { pending: 'accent', delivered: 'good', failed: 'bad' } as const
const shown = 100

export function Deliveries({ subject }: { subject: string }) {
  const t = useTexts(texts)
  const query = useRead('webhooks', 'listDeliveries', { subject, per_page: shown })
  return (
    <Card title={t.title}>
      <Loaded query={query}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty icon={Webhook} title={t.none} text={t.noneText} />
          ) : (
            <>
              <ul className="flex flex-col divide-y">
                {data.map((delivery) => (
                  <li key={delivery.id}>
                    <DeliveryRow delivery={delivery} />
                  </li>
                ))}
              </ul>
              {total > data.length && <p className="pt-3 text-sm text-soft">{t.more}</p>}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const resend = useAction('webhooks', 'resendDelivery', { onDone: ({ message }) => say(message) })
  const { id, status, kind, url, attempts, last_error: error, last_status_code: code, next_attempt_at: next } = delivery
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={setOpen}>
      <div className="flex items-center gap-2 py-2">
        <Heading level={3} className="min-w-0 grow">
          <TriggerButton
            slot="trigger"
            className="flex w-full cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 text-start"
          >
            <Badge look={looks[status]}>
              {t[status]}
              {code !== null && ` · ${code}`}
            </Badge>
            <span className="font-mono text-sm">{kind}</span>
            <span className="min-w-0 grow basis-48 truncate text-soft">{url}</span>
            <span className="text-sm text-soft">{format.count(t.attempts, attempts)}</span>
            <span className="text-sm text-soft">
              <Time at={delivery.created_at} />
            </span>
          </TriggerButton>
        </Heading>
        {may('webhooks', 'resendDelivery') && status !== 'pending' && (
          <Button
            icon={RefreshCw}
            iconSize={14}
            size="small"
            isPending={resend.isPending}
            onPress={() => !resend.isPending && resend.mutate({ id }, { onError: sayError })}
          >
            {t.resend}
          </Button>
        )}
      </div>
      {error !== null && (
        <p className="pb-2 text-sm break-words text-bad">
          <ServerText of={error} />
        </p>
      )}
      {next !== null && status === 'pending' && (
        <p className="pb-2 text-sm text-soft">
          {t.colon(t.next)} <Time at={next} />
        </p>
      )}
      <DisclosurePanel>{isOpen && <DeliveryDetails id={id} />}</DisclosurePanel>
    </Disclosure>
  )
}

function DeliveryDetails({ id }: { id: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  const query = useRead('webhooks', 'getDelivery', { id })
  return (
    <Loaded query={query}>
      {({ payload, attempt_log: log }) => (
        <div className="flex flex-col gap-3 pb-4">
          <ol className="flex flex-col gap-2 text-sm">
            {log.map(({ at, status_code: code, error, duration_ms: ms, response }, index) => (
              <li key={at} className="flex flex-col gap-1">
                <span>
                  {t.colon(t.attempt(index + 1))} <Time at={at} /> · {error ?? code ?? t.running}
                  {ms !== null && ` · ${format.milliseconds(ms)}`}
                </span>
                {response !== null && response !== '' && <Code text={response} label={t.response} />}
              </li>
            ))}
          </ol>
          <Code text={JSON.stringify(payload, null, 2)} label={t.payload} />
        </div>
      )}
    </Loaded>
  )
}
