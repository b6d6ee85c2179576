// The messages of a conversation, or an SMS, beside the list, with their deliveries.
import { type ReplyFrom, type RowOf, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { LinkButton, Loaded, Notice } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'
import { useMessagesAddress } from './address.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { smsTexts } from './texts.ts'

const texts = textsOf('messages', 'deliveryDrawers')

export function ConversationDrawer({ uuid }: { uuid: string }) {
  const t = useTexts(texts)
  const [, change] = useMessagesAddress()
  const query = useRead('conversations', 'show', { uuid })
  const { customer_name, customer_phone } = query.data?.data ?? {}
  return (
    <Dialog
      title={customer_name ?? customer_phone ?? t.conversation}
      look="drawer"
      isOpen
      onClose={() => change({ conversation: undefined })}
    >
      <Loaded query={query}>
        {({ data }) => (
          <div className="flex flex-col gap-4">
            <LinkButton to="/inbox" search={{ conversation: uuid }} className="self-start">
              {t.open}
            </LinkButton>
            <ul aria-label={t.messages} className="flex flex-col divide-y rounded-lg border">
              {data.history.toReversed().map((entry) => (
                <Entry key={`${entry.id}-${entry.created_at}-${entry.role}`} entry={entry} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Entry({ entry }: { entry: ReplyFrom<'conversations', 'show'>['data']['history'][number] }) {
  const t = useTexts(texts)
  const { sent_by, content, created_at, delivery_status, error_code, error_message } = entry
  return (
    <li className="flex flex-col gap-1 px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <span className="font-medium">{t[sent_by]}</span>
        <Time at={created_at} />
        {delivery_status && <DeliveryStatus status={delivery_status} />}
      </p>
      <p className="break-words whitespace-pre-wrap" dir="auto">
        {content}
      </p>
      {(error_message ?? error_code) && (
        <p className="text-sm text-bad">
          <ServerText of={error_message} /> {error_code && `(${error_code})`}
        </p>
      )}
    </li>
  )
}

export type Sms = RowOf<'sms', 'list'>

const smsDrawerTexts = textsOf('messages', 'smsDrawer')

/** An SMS beside the list, with its text, its price and why it failed. */
export function SmsDrawer({ id }: { id: number }) {
  const [, change] = useMessagesAddress()
  const query = useRead('sms', 'get', { id })
  return (
    <Dialog title={`SMS ${id}`} look="drawer" isOpen onClose={() => change({ sms: undefined })}>
      <Loaded query={query}>{({ data }) => <Details sms={data} />}</Loaded>
    </Dialog>
  )
}

function Details({ sms }: { sms: Sms }) {
  const t = useTexts(smsDrawerTexts)
  const names = useTexts(smsTexts)
  const format = useFormats()
  const { from, to, body, segments, total_cost, error_code, error_message, sms_sid, direction } = sms
  return (
    <div className="flex flex-col gap-5">
      {error_code !== null && (
        <Notice look="bad">
          {t.error(error_code)} <ServerText of={error_message} />
        </Notice>
      )}
      <p className="rounded-lg bg-sunken px-3.5 py-2.5 break-words whitespace-pre-wrap" dir="auto">
        {body}
      </p>
      <Facts
        facts={[
          [names.status, <DeliveryStatus key="status" status={sms.status} />],
          [names.direction, names[direction]],
          [t.from, from],
          [t.to, to],
          [t.segments, format.number(segments)],
          [names.price, format.exactMoney(total_cost)],
          [names.at, <Time key="at" at={sms.created_at} />],
          [t.changed, <Time key="changed" at={sms.updated_at} />],
          sms_sid && [
            t.carrier,
            <span key="sid" className="font-mono text-sm break-all">
              {sms_sid}
            </span>,
          ],
        ]}
      />
      <ConversationLink customer={direction === 'inbound' ? from : to} number={direction === 'inbound' ? to : from} />
    </div>
  )
}

/** An SMS does not name its conversation; a customer has one with each phone number. */
function ConversationLink({ customer, number }: { customer: string; number: string }) {
  const t = useTexts(smsDrawerTexts)
  const input = { type: 'sms', customer_phone: customer, whatsapp_sender_phone: number, per_page: 1 } as const
  const { data } = useRead('conversations', 'list', input)
  const conversation = data?.data[0]?.id
  if (conversation === undefined) return null
  return (
    <LinkButton to="/inbox" search={{ conversation }} className="self-start">
      {t.open}
    </LinkButton>
  )
}
