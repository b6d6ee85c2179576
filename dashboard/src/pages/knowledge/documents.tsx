// The documents of a knowledge base, with their progress, and the ways to add some.
import { FileText, Globe, Type } from 'lucide-react'
import { useState } from 'react'
import { rowsOf, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { SearchField } from '../../ui/fields.tsx'
import { Button, Card, Empty, Loaded } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { AddKnowledge } from './add-knowledge.tsx'
import { AddText } from './add-text.tsx'
import { DocumentState, isUnfinished, type KnowledgeDocument } from './document-state.tsx'
import { DropFiles, UploadList } from './upload-list.tsx'
import { addUploads } from './uploads.ts'

const texts = textsOf('knowledge', 'documents')

/** Events say that a document is ready or failed; its pages and vectors are counted in between. */
const progressMs = 1_500
const manyDocuments = 10

export function Documents({ knowledgebaseId }: { knowledgebaseId: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  const mayAdd = useMay()('knowledge', 'createDocument')
  const [adding, setAdding] = useState<'website' | 'text'>()
  const [wanted, setWanted] = useState('')
  const known = useRead('knowledge', 'listDocuments', { knowledgebaseId })
  const isBusy = known.data?.data.some(isUnfinished) ?? false
  const query = useRead('knowledge', 'listDocuments', { knowledgebaseId }, isBusy ? { refetchMs: progressMs } : {})
  const columns: Column<KnowledgeDocument>[] = [
    { name: t.name, width: 'minmax(7rem,1.4fr)', cell: ({ name }) => name },
    { name: t.type, width: 'minmax(4rem,0.4fr)', cell: ({ type_label }) => type_label, isExtra: true },
    { name: t.state, width: 'minmax(9rem,2.6fr)', cell: (document) => <DocumentState document={document} /> },
    {
      name: t.passages,
      width: '5rem',
      cell: ({ passages_count }) => format.number(passages_count),
      isNumber: true,
      isExtra: true,
    },
    { name: t.added, width: '6.5rem', cell: ({ created_at }) => <Time at={created_at} look="date" />, isExtra: true },
  ]
  const close = () => setAdding(undefined)
  return (
    <div className="flex flex-col gap-4">
      {mayAdd && (
        <DropFiles look="primary" onFiles={(files) => addUploads(knowledgebaseId, files)}>
          <Button icon={Globe} onPress={() => setAdding('website')}>
            {t.website}
          </Button>
          <Button icon={Type} onPress={() => setAdding('text')}>
            {t.text}
          </Button>
        </DropFiles>
      )}
      <UploadList knowledgebaseId={knowledgebaseId} />
      <Loaded query={query}>
        {({ data }) => (
          <Card
            title={t.documents}
            isFlush
            actions={
              data.length > manyDocuments && (
                <SearchField label={t.find} value={wanted} onChange={setWanted} className="w-56" />
              )
            }
          >
            <Table
              label={t.documents}
              columns={columns}
              rows={rowsOf(data.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase())))}
              linkOf={({ id }) => ({
                to: '/knowledge',
                search: { knowledgebase: knowledgebaseId, document: id },
              })}
              empty={
                <Empty
                  icon={FileText}
                  title={data.length > 0 ? t.none : t.empty}
                  {...(data.length === 0 && { text: t.emptyText })}
                />
              }
            />
          </Card>
        )}
      </Loaded>
      <AddKnowledge knowledgebaseId={knowledgebaseId} asksForPages isOpen={adding === 'website'} onClose={close} />
      <AddText knowledgebaseId={knowledgebaseId} isOpen={adding === 'text'} onClose={close} />
    </div>
  )
}
