// The desk phones and softphones of the account, and whether each is registered.
import { Link } from '@tanstack/react-router'
import { PhoneCall, Plus } from 'lucide-react'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { loadOnIntent } from '../../loading/part.tsx'
import { useMay } from '../../session/session.tsx'
import { Button, Card, Empty, Loaded } from '../../ui/page.tsx'
import { useNumbersAddress } from './address.ts'
import { AddPhone } from './parts.ts'
import { PhoneBadge } from './phone-badge.tsx'
import { phoneTexts, type Telephone, usePhones } from './phones.ts'
import type { PhoneNumber } from './texts.ts'

export function PhonesCard({ numbers }: { numbers: readonly PhoneNumber[] }) {
  const t = useTexts(phoneTexts)
  const may = useMay()
  const [, change] = useNumbersAddress()
  const query = usePhones()
  const add = may('sipPhones', 'create') && (
    <Button {...loadOnIntent(AddPhone)} icon={Plus} size="small" onPress={() => change({ adding: 'phone' })}>
      {t.add}
    </Button>
  )
  const isEmpty = query.data?.data.length === 0
  return (
    <Card title={t.phones} actions={!isEmpty && add} isFlush>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={PhoneCall} title={t.empty} text={`${t.phonesText} ${t.emptyText}`}>
              {add}
            </Empty>
          ) : (
            <ul className="divide-y">
              {data.map((phone) => (
                <PhoneRow
                  key={phone.id}
                  phone={phone}
                  number={numbers.find(({ id }) => id === phone.phone_number_id)?.phone_number}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function PhoneRow({ phone, number }: { phone: Telephone; number: string | undefined }) {
  const t = useTexts(phoneTexts)
  const format = useFormats()
  const { id, name, extension, registered_until, address, user_agent, unreadable } = phone
  const registration =
    registered_until === null ? [] : [user_agent, address, t.until(format.dateTime(registered_until))]
  return (
    <li className="relative flex flex-col gap-1 px-4 py-3 hover:bg-sunken">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          to="/numbers"
          search={{ phone: id }}
          className="min-w-0 font-medium break-words after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
        <PhoneBadge phone={phone} />
      </p>
      <p className="text-sm break-words text-soft tabular-nums">
        {[t.extensionOf(extension), number, ...registration].filter(Boolean).join(' · ')}
      </p>
      {unreadable && <p className="text-sm text-bad">{t.locked}</p>}
    </li>
  )
}
