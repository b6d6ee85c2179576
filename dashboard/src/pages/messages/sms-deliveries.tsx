// The SMS that were sent and received, with their status and price.
import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRows } from '../../api/pages.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { Select } from '../../ui/fields.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { directions, smsStatuses, useMessagesAddress } from './address.ts'
import { DeliveryFilters, useDeliveryFilters } from './delivery-filters.tsx'
import { DeliveryStatus, deliveryTexts } from './delivery-status.tsx'
import { type Sms, SmsDrawer } from './sms-drawer.tsx'
import { filterTexts, smsTexts } from './texts.ts'

const any = 'all'

export function SmsDeliveries({ choice }: { choice: ReactNode }) {
  const t = useTexts(smsTexts)
  const filters = useTexts(filterTexts)
  const names = useTexts(deliveryTexts)
  const format = useFormats()
  const [address, change] = useMessagesAddress()
  const { status, direction, sms } = address
  const { input, phone, isFiltered } = useDeliveryFilters()
  const rows = useRows('sms', 'list', {
    ...input,
    ...(phone !== undefined && { phone_number: phone }),
    ...(status !== undefined && { status }),
    ...(direction !== undefined && { direction }),
  })
  const columns: Column<Sms>[] = [
    {
      id: 'customer',
      name: t.customer,
      width: 'minmax(8rem,1fr)',
      cell: (row) => (row.direction === 'inbound' ? row.from : row.to),
    },
    { id: 'direction', name: t.direction, width: '7rem', cell: (row) => t[row.direction], isExtra: true },
    { id: 'text', name: t.text, width: 'minmax(8rem,3fr)', cell: ({ body }) => body, isExtra: true },
    { id: 'status', name: t.status, width: 'minmax(7rem,8rem)', cell: (row) => <DeliveryStatus status={row.status} /> },
    {
      id: 'price',
      name: t.price,
      width: '6rem',
      cell: ({ total_cost }) => format.money(total_cost),
      isNumber: true,
      isExtra: true,
    },
    {
      id: 'at',
      name: t.at,
      width: '11rem',
      cell: ({ created_at }) => <Time at={created_at} />,
      isExtra: true,
    },
  ]
  return (
    <div className="flex flex-col gap-4">
      <DeliveryFilters>
        {choice}
        <Select
          label={t.status}
          options={[
            { value: any, label: filters.all },
            ...smsStatuses.map((value) => ({ value, label: names[value] })),
          ]}
          value={status ?? any}
          onChange={(value) => change({ status: smsStatuses.find((each) => each === value) })}
          className="min-w-0 sm:w-44"
        />
        <Select
          label={t.direction}
          options={[{ value: any, label: filters.all }, ...directions.map((value) => ({ value, label: t[value] }))]}
          value={direction ?? any}
          onChange={(value) => change({ direction: directions.find((each) => each === value) })}
          className="min-w-0 sm:w-36"
        />
      </DeliveryFilters>
      <Card title={t.sms} isFlush>
        <Table
          label={t.sms}
          columns={columns}
          rows={rows}
          linkOf={({ id }) => ({ to: '/messages', search: { ...address, tab: 'deliveries', sms: id } })}
          empty={
            <Empty
              icon={<MessageSquareText aria-hidden />}
              title={isFiltered ? filters.none : t.empty}
              {...(!isFiltered && { text: t.emptyText })}
            />
          }
        />
      </Card>
      {sms !== undefined && <SmsDrawer id={sms} />}
    </div>
  )
}
