// The documents of a knowledgebase, with their progress, and the ways to add some.
import { FileText, Globe, Type } from 'lucide-react'
import { useState } from 'react'
import { rowsOf } from '../../api/pages.ts'
import { useRead } from '../../api/query.ts'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/fields.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { AddText } from './add-text.tsx'
import { AddWebsite } from './add-website.tsx'
import { DocumentState, isUnfinished, type KnowledgeDocument } from './document-state.tsx'
import { DropFiles } from './drop-files.tsx'
import { UploadList } from './upload-list.tsx'

const texts = textsOf(
  {
    documents: 'Documents',
    type: 'Type',
    passages: 'Passages',
    website: 'Add a website',
    text: 'Add a text',
    find: 'Find a document',
    empty: 'No documents yet',
    emptyText:
      'Files, websites and texts that you add are listed here. Assistants find their passages a few seconds later.',
    none: 'No document has this name',
  },
  {
    documents: 'Dokumente',
    type: 'Art',
    passages: 'Abschnitte',
    website: 'Website hinzufügen',
    text: 'Text hinzufügen',
    find: 'Dokument suchen',
    empty: 'Noch keine Dokumente',
    emptyText:
      'Hier sehen Sie die Dateien, Websites und Texte, die Sie hinzufügen. Assistenten finden ihre Abschnitte wenige Sekunden später.',
    none: 'Kein Dokument hat diesen Namen',
  },
)

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
    { id: 'name', name: t.name, width: 'minmax(7rem,2fr)', cell: ({ name }) => name },
    { id: 'type', name: t.type, width: 'minmax(5rem,0.6fr)', cell: ({ type_label }) => type_label, isExtra: true },
    {
      id: 'state',
      name: t.state,
      width: 'minmax(9rem,2.4fr)',
      cell: (document) => <DocumentState document={document} />,
    },
    {
      id: 'passages',
      name: t.passages,
      width: '6rem',
      cell: ({ passages_count }) => format.number(passages_count),
      isNumber: true,
      isExtra: true,
    },
    {
      id: 'added',
      name: t.added,
      width: '8rem',
      cell: ({ created_at }) => <Time at={created_at} look="date" />,
      isExtra: true,
    },
  ]
  const close = () => setAdding(undefined)
  return (
    <div className="flex flex-col gap-4">
      {mayAdd && (
        <DropFiles knowledgebaseId={knowledgebaseId}>
          <Button onPress={() => setAdding('website')}>
            <Globe aria-hidden size={16} />
            {t.website}
          </Button>
          <Button onPress={() => setAdding('text')}>
            <Type aria-hidden size={16} />
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
                  icon={<FileText aria-hidden />}
                  title={data.length > 0 ? t.none : t.empty}
                  {...(data.length === 0 && { text: t.emptyText })}
                />
              }
            />
          </Card>
        )}
      </Loaded>
      <AddWebsite knowledgebaseId={knowledgebaseId} isOpen={adding === 'website'} onClose={close} />
      <AddText knowledgebaseId={knowledgebaseId} isOpen={adding === 'text'} onClose={close} />
    </div>
  )
}
