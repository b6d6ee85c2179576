// Conversations by chat app, and SMS. The API lists messages by conversation.
import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { countSet } from '../../address/values.ts'
import { type RowOf, useRows } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { FilterSelect, useDelayed } from '../../ui/filters.tsx'
import { List } from '../../ui/list.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { directions, smsStatuses, useMessagesAddress } from './address.ts'
import { ConversationDrawer, type Sms, SmsDrawer } from './delivery-drawers.tsx'
import { DeliveryStatus, deliveryTexts } from './delivery-status.tsx'
import { filterTexts, smsTexts } from './texts.ts'

type Conversation = RowOf<'conversations', 'list'>

const texts = textsOf('messages', 'deliveries')

export function ChatDeliveries({ choice }: { choice: ReactNode }) {
  const t = useTexts(texts)
  const format = useFormats()
  const [address] = useMessagesAddress()
  const { input, phone, filters } = useDeliveryFilters(choice)
  const rows = useRows('conversations', 'list', {
    type: 'chatapp',
    sort: 'activity',
    ...input,
    ...(phone !== undefined && { customer_phone: phone }),
  })
  const columns: Column<Conversation>[] = [
    {
      name: t.customer,
      width: 'minmax(9rem,1.5fr)',
      cell: ({ customer, customer_phone }) => customer.name ?? customer_phone,
    },
    { name: t.phone, width: 'minmax(8rem,1fr)', cell: ({ customer_phone }) => customer_phone, isExtra: true },
    { name: t.sender, width: 'minmax(8rem,1fr)', cell: ({ sender }) => sender?.name, isExtra: true },
    { name: t.messages, width: '7rem', cell: ({ message_count }) => format.number(message_count), isNumber: true },
    { name: t.activity, width: '11rem', cell: ({ updated_at }) => <Time at={updated_at} />, isBelow: true },
  ]
  return (
    <List
      title={t.title}
      columns={columns}
      rows={rows}
      linkOf={({ id }) => ({ to: '/messages', search: { ...address, tab: 'deliveries', conversation: id } })}
      filters={filters}
      empty={{ icon: MessageSquareText, title: t.empty, text: t.emptyText }}
    >
      {address.conversation !== undefined && <ConversationDrawer uuid={address.conversation} />}
    </List>
  )
}

/** The SMS that were sent and received, with their status and price. */
export function SmsDeliveries({ choice }: { choice: ReactNode }) {
  const t = useTexts(smsTexts)
  const names = useTexts(deliveryTexts)
  const format = useFormats()
  const [address, change] = useMessagesAddress()
  const { status, direction, sms } = address
  const { input, phone, filters } = useDeliveryFilters(
    <>
      {choice}
      <FilterSelect
        label={t.status}
        options={smsStatuses.map((value) => ({ value, label: names[value] }))}
        value={status}
        onChange={(value) => change({ status: value })}
      />
      <FilterSelect
        label={t.direction}
        options={directions.map((value) => ({ value, label: t[value] }))}
        value={direction}
        onChange={(value) => change({ direction: value })}
      />
    </>,
  )
  const rows = useRows('sms', 'list', {
    ...input,
    ...(phone !== undefined && { phone_number: phone }),
    ...(status !== undefined && { status }),
    ...(direction !== undefined && { direction }),
  })
  const columns: Column<Sms>[] = [
    { name: t.customer, width: 'minmax(8rem,1fr)', cell: (row) => (row.direction === 'inbound' ? row.from : row.to) },
    { name: t.direction, width: '7rem', cell: (row) => t[row.direction], isExtra: true },
    { name: t.text, width: 'minmax(8rem,3fr)', cell: ({ body }) => body, isExtra: true },
    { name: t.status, width: 'minmax(7rem,8rem)', cell: (row) => <DeliveryStatus status={row.status} /> },
    { name: t.price, width: '6rem', cell: ({ total_cost }) => format.money(total_cost), isNumber: true, isExtra: true },
    { name: t.at, width: '11rem', cell: ({ created_at }) => <Time at={created_at} />, isBelow: true },
  ]
  return (
    <List
      title={t.sms}
      columns={columns}
      rows={rows}
      linkOf={({ id }) => ({ to: '/messages', search: { ...address, tab: 'deliveries', sms: id } })}
      filters={filters}
      empty={{ icon: MessageSquareText, title: t.empty, text: t.emptyText }}
    >
      {sms !== undefined && <SmsDrawer id={sms} />}
    </List>
  )
}

/** The filters that both channels have, in the address: the customer and the days. `children` come before them. */
function useDeliveryFilters(children: ReactNode) {
  const t = useTexts(filterTexts)
  const [{ phone, from, to, status, direction }, change] = useMessagesAddress()
  const [typed, setTyped] = useDelayed(phone ?? '', (next) => change({ phone: next || undefined }, true), 400)
  const input = {
    ...(from !== undefined && { date_from: from }),
    ...(to !== undefined && { date_to: to }),
  }
  const filters = {
    count: countSet({ phone, from, to, status, direction }),
    onClear: () =>
      change({ phone: undefined, from: undefined, to: undefined, status: undefined, direction: undefined }),
    children: (
      <>
        {children}
        <TextField label={t.phone} type="tel" value={typed} onChange={setTyped} />
        <TextField
          label={t.from}
          type="date"
          value={from ?? ''}
          onChange={(value) => change({ from: value || undefined }, true)}
        />
        <TextField
          label={t.to}
          type="date"
          value={to ?? ''}
          onChange={(value) => change({ to: value || undefined }, true)}
        />
      </>
    ),
  }
  return { input, phone, filters }
}
