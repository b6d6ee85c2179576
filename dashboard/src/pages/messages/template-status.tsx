// The status of a template in words.
import type { RowOf } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Badge } from '../../ui/page.tsx'

export type Template = RowOf<'senders', 'listTemplates'>

export const templateTexts = textsOf('messages', 'template')

const looks = { approved: 'good', pending: 'warn', rejected: 'bad' } as const
const sameWords = new Set(['approved', 'pending', 'rejected', 'received'])

/** Also says what the carrier calls the status if that differs, such as `paused`. */
export function TemplateStatus({ template: { status, raw_status } }: { template: Template }) {
  const t = useTexts(templateTexts)
  return (
    <Badge look={looks[status]}>
      {t[status]}
      {!sameWords.has(raw_status.toLowerCase()) && ` (${raw_status})`}
    </Badge>
  )
}
