// Whether a desk phone or softphone is registered.
import { useTexts } from '../../i18n/locale.tsx'
import { Badge } from '../../ui/page.tsx'
import { phoneTexts, type Telephone } from './phones.ts'

export function PhoneBadge({ phone }: { phone: Telephone }) {
  const t = useTexts(phoneTexts)
  const isRegistered = phone.registered_until !== null
  return <Badge look={isRegistered ? 'good' : 'neutral'}>{isRegistered ? t.registered : t.notRegistered}</Badge>
}
