// Whether an assistant is active, as a badge.
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Badge } from '../../ui/page.tsx'

const texts = textsOf(
  { active: 'Active', inactive: 'Inactive', deactivated: 'Deactivated' },
  { active: 'Aktiv', inactive: 'Inaktiv', deactivated: 'Deaktiviert' },
)

type Row = Pick<ReplyFrom<'assistants', 'get'>['data'], 'status' | 'deactivated'>

export function StatusBadge({ assistant: { status, deactivated } }: { assistant: Row }) {
  const t = useTexts(texts)
  if (deactivated) return <Badge look="warn">{t.deactivated}</Badge>
  return status === 'active' ? <Badge look="good">{t.active}</Badge> : <Badge>{t.inactive}</Badge>
}
