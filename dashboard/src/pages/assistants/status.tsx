// Whether an assistant is active, as a badge.
import type { ReplyFrom } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Badge } from '../../ui/page.tsx'

const texts = textsOf('assistants', 'status')

type Row = Pick<ReplyFrom<'assistants', 'get'>['data'], 'status' | 'deactivated'>

export function StatusBadge({ assistant: { status, deactivated } }: { assistant: Row }) {
  const t = useTexts(texts)
  if (deactivated) return <Badge look="warn">{t.deactivated}</Badge>
  return status === 'active' ? <Badge look="good">{t.active}</Badge> : <Badge>{t.inactive}</Badge>
}
