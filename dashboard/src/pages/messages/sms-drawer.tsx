// An SMS beside the list, with its text, its price and why it failed.
import type { RowOf } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Facts } from '../../ui/page.tsx'
import { Loaded, Notice } from '../../ui/states.tsx'
import { Time } from '../../ui/values.tsx'
import { useMessagesAddress } from './address.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { smsTexts } from './texts.ts'

export type Sms = RowOf<'sms', 'list'>

const texts = textsOf(
  {
    from: 'From',
    to: 'To',
    segments: 'Segments',
    carrier: 'ID at the carrier',
    error: (code: number) => `Error ${code} of the carrier.`,
    open: 'Open the conversation',
  },
  {
    from: 'Von',
    to: 'An',
    segments: 'Segmente',
    carrier: 'ID beim Carrier',
    error: (code: number) => `Fehler ${code} des Carriers.`,
    open: 'Konversation öffnen',
  },
)

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
  const t = useTexts(texts)
  const names = useTexts(smsTexts)
  const format = useFormats()
  const { from, to, body, segments, total_cost, error_code, error_message, sms_sid, direction } = sms
  return (
    <div className="flex flex-col gap-5">
      {error_code !== null && (
        <Notice look="bad">
          {t.error(error_code)} {error_message}
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
          [names.price, format.money(total_cost)],
          [names.at, <Time key="at" at={sms.created_at} />],
          [t.changed, <Time key="changed" at={sms.updated_at} />],
          ...(sms_sid
            ? [
                [
                  t.carrier,
                  <span key="sid" className="font-mono text-sm break-all">
                    {sms_sid}
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      <ConversationLink customer={direction === 'inbound' ? from : to} number={direction === 'inbound' ? to : from} />
    </div>
  )
}

/** An SMS does not name its conversation; a customer has one with each phone number. */
function ConversationLink({ customer, number }: { customer: string; number: string }) {
  const t = useTexts(texts)
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
