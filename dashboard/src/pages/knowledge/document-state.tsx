// The state of a document in words: being read, found by words or also by meaning, or failed.
import type { ReplyFrom, RowOf } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Badge, type BadgeLook } from '../../ui/page.tsx'

export type KnowledgeDocument = RowOf<'knowledge', 'listDocuments'>
export type DocumentWithPages = ReplyFrom<'knowledge', 'getDocument'>['data']

const texts = textsOf('knowledge', 'documentState')

const looks: Record<KnowledgeDocument['status'], BadgeLook> = { processing: 'accent', active: 'good', failed: 'bad' }

export const isUnfinished = ({ status, vectors }: Pick<KnowledgeDocument, 'status' | 'vectors'>): boolean =>
  status === 'processing' || (status === 'active' && vectors === 'pending')

export function DocumentState({ document }: { document: KnowledgeDocument }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { messageOf } = useMessages()
  const { status, vectors, pages_done, pages_known, error } = document
  const pages = pages_known ? t.pages(format.number(pages_done ?? 0), format.number(pages_known)) : undefined
  const detail = { processing: pages, active: t[vectors], failed: error && messageOf(error) }[status]
  return (
    <>
      <Badge look={looks[status]}>{t[status]}</Badge>
      {detail && <span className="ms-2 text-sm text-soft">{detail}</span>}
    </>
  )
}
