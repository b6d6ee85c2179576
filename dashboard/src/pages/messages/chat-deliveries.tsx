// The conversations by chat app, the most recent activity first. The API lists messages by conversation.
import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { type RowOf, useRows } from '../../api/pages.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { useMessagesAddress } from './address.ts'
import { ConversationDrawer } from './conversation-drawer.tsx'
import { DeliveryFilters, useDeliveryFilters } from './delivery-filters.tsx'
import { filterTexts } from './texts.ts'

type Conversation = RowOf<'conversations', 'list'>

const texts = textsOf(
  {
    title: 'Conversations by chat app',
    phone: 'Number',
    activity: 'Latest activity',
    empty: 'No messages by chat app yet',
    emptyText:
      'Conversations in which messages were sent or received are listed here, with the delivery of each message.',
  },
  {
    title: 'Konversationen per Chat-App',
    phone: 'Nummer',
    activity: 'Letzte Aktivität',
    empty: 'Noch keine Nachrichten per Chat-App',
    emptyText:
      'Hier sehen Sie Konversationen, in denen Nachrichten gesendet oder empfangen wurden, mit der Zustellung jeder Nachricht.',
  },
)

export function ChatDeliveries({ choice }: { choice: ReactNode }) {
  const t = useTexts(texts)
  const filters = useTexts(filterTexts)
  const format = useFormats()
  const [address] = useMessagesAddress()
  const { input, phone, isFiltered } = useDeliveryFilters()
  const rows = useRows('conversations', 'list', {
    type: 'chatapp',
    sort: 'activity',
    ...input,
    ...(phone !== undefined && { customer_phone: phone }),
  })
  const columns: Column<Conversation>[] = [
    {
      id: 'customer',
      name: t.customer,
      width: 'minmax(9rem,1.5fr)',
      cell: ({ customer, customer_phone }) => customer.name ?? customer_phone,
    },
    {
      id: 'phone',
      name: t.phone,
      width: 'minmax(8rem,1fr)',
      cell: ({ customer_phone }) => customer_phone,
      isExtra: true,
    },
    { id: 'sender', name: t.sender, width: 'minmax(8rem,1fr)', cell: ({ sender }) => sender?.name, isExtra: true },
    {
      id: 'messages',
      name: t.messages,
      width: '7rem',
      cell: ({ message_count }) => format.number(message_count),
      isNumber: true,
    },
    {
      id: 'activity',
      name: t.activity,
      width: '11rem',
      cell: ({ updated_at }) => <Time at={updated_at} />,
      isExtra: true,
    },
  ]
  return (
    <div className="flex flex-col gap-4">
      <DeliveryFilters>{choice}</DeliveryFilters>
      <Card title={t.title} isFlush>
        <Table
          label={t.title}
          columns={columns}
          rows={rows}
          linkOf={({ id }) => ({ to: '/messages', search: { ...address, tab: 'deliveries', conversation: id } })}
          empty={
            <Empty
              icon={<MessageSquareText aria-hidden />}
              title={isFiltered ? filters.none : t.empty}
              {...(!isFiltered && { text: t.emptyText })}
            />
          }
        />
      </Card>
      {address.conversation !== undefined && <ConversationDrawer uuid={address.conversation} />}
    </div>
  )
}
