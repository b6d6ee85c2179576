// A link to the contact with an address, for pages that show the address.
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'

const texts = textsOf('contacts', 'link')

/** Shows nothing until the contact is found. */
export function ContactLink({ address }: { address: string }) {
  const t = useTexts(texts)
  const may = useMay()
  // Viewers see masked addresses, which no search finds.
  const isEnabled = may('contacts', 'update')
  const { data } = useRead('contacts', 'list', { search: address.slice(0, 100), per_page: 10 }, { isEnabled })
  const found = data?.data.find(({ addresses }) => addresses.some((each) => each.address === address))
  if (!isEnabled || !found) return null
  return (
    <Link
      to="/contacts/$id"
      params={{ id: String(found.id) }}
      className="inline-flex items-center gap-1.5 text-accent underline"
    >
      <UserRound aria-hidden size={15} />
      {t.open}
    </Link>
  )
}
