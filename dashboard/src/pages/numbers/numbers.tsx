// The page of phone numbers: which the account has, who uses them, and the limits for outgoing calls.
import { Hash, Plus } from 'lucide-react'
import { rowsOf } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Badge, Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useNumbersAddress } from './address.ts'
import { CallingLimits } from './calling-limits.tsx'
import { useCountries } from './countries.ts'
import { ImportNumber } from './import-number.tsx'
import { NumberDrawer, useUsers } from './number-drawer.tsx'
import { PurchaseNumber } from './purchase-number.tsx'
import { numberTexts, type PhoneNumber } from './texts.ts'

export function Numbers() {
  const t = useTexts(numberTexts)
  const may = useMay()
  const [{ number, adding }, change] = useNumbersAddress()
  const { nameOf } = useCountries()
  const usersOf = useUsers()
  const query = useRead('phoneNumbers', 'listAll')
  const columns: Column<PhoneNumber>[] = [
    {
      id: 'number',
      name: t.number,
      width: 'minmax(10rem,1.5fr)',
      cell: ({ phone_number, nickname }) => (
        <>
          <span className="tabular-nums">{phone_number}</span>
          {nickname && <span className="ms-2 text-soft">{nickname}</span>}
        </>
      ),
    },
    {
      id: 'country',
      name: t.country,
      width: 'minmax(8rem,1fr)',
      cell: ({ country_code, region }) => [nameOf(country_code), region].filter(Boolean).join(', '),
      isExtra: true,
    },
    { id: 'use', name: t.use, width: 'minmax(8rem,0.8fr)', cell: ({ type }) => t[type], isExtra: true },
    {
      id: 'sms',
      name: t.sms,
      width: 'minmax(6.5rem,9rem)',
      cell: ({ sms_capable }) => (
        <Badge look={sms_capable ? 'good' : 'neutral'}>{sms_capable ? t.canSend : t.cannotSend}</Badge>
      ),
    },
    {
      id: 'assistants',
      name: t.assistants,
      width: 'minmax(8rem,1.5fr)',
      cell: ({ id }) =>
        usersOf(id)
          .map(({ name }) => name)
          .join(', ') || <span className="text-soft">{t.none}</span>,
      isExtra: true,
    },
  ]
  const add = (
    <div className="flex flex-wrap gap-2">
      {may('phoneNumbers', 'create') && <Button onPress={() => change({ adding: 'import' })}>{t.import}</Button>}
      {may('phoneNumbers', 'purchase') && (
        <Button look="primary" onPress={() => change({ adding: 'purchase' })}>
          <Plus aria-hidden size={16} />
          {t.purchase}
        </Button>
      )}
    </div>
  )
  const isEmpty = query.data?.data.length === 0
  const close = () => change({ adding: undefined })
  return (
    <Page title={t.title} text={t.text} actions={!isEmpty && add}>
      <Loaded query={query}>
        {({ data }) => (
          <>
            <Card isFlush className="overflow-hidden">
              <Table
                label={t.title}
                columns={columns}
                rows={rowsOf(data)}
                linkOf={({ id }) => ({ to: '/numbers', search: { number: id } })}
                empty={
                  <Empty icon={<Hash aria-hidden />} title={t.empty} text={t.emptyText}>
                    {add}
                  </Empty>
                }
              />
            </Card>
            <CallingLimits />
            {number !== undefined && <NumberDrawer id={number} number={data.find(({ id }) => id === number)} />}
          </>
        )}
      </Loaded>
      <PurchaseNumber isOpen={adding === 'purchase'} onClose={close} />
      <ImportNumber isOpen={adding === 'import'} onClose={close} />
    </Page>
  )
}
