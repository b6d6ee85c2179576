// The knowledge base of an assistant: chosen, or created while files and a website are added.
import { FilePlus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { Button } from '../../../ui/page.tsx'
import { AddKnowledge } from '../../knowledge/add-knowledge.tsx'
import { DocumentState } from '../../knowledge/document-state.tsx'
import { useEditor } from './editor-context.tsx'
import { WithWays } from './pickers.tsx'
import { type PickerProps, ReferencePicker, useOptions } from './reference-pickers.tsx'
import { CreateButton, WayOut } from './ways-out.tsx'

const texts = textsOf('assistant-editor', 'knowledgePicker')

export function KnowledgebasePicker(props: PickerProps) {
  const t = useTexts(texts)
  const { value, set } = useEditor()
  const options = useOptions('knowledge', 'list')
  const knowledgebase = value('knowledgebase_id')
  return (
    <WithWays>
      {options?.length !== 0 && <ReferencePicker {...props} name="knowledgebase_id" options={options} none={t.none} />}
      <div className="flex flex-wrap gap-2">
        <AddKnowledgeButton />
        <CreateButton area="knowledge" onCreated={(id) => set('knowledgebase_id', id)} />
      </div>
      {knowledgebase !== null && <UnfinishedDocuments knowledgebaseId={knowledgebase} />}
      {knowledgebase !== null && (
        <WayOut to="/knowledge" search={{ knowledgebase }}>
          {t.documents}
        </WayOut>
      )}
    </WithWays>
  )
}

const maxUnfinished = 10

/** The documents that the assistant does not find yet, or not at all. */
function UnfinishedDocuments({ knowledgebaseId }: { knowledgebaseId: number }) {
  const t = useTexts(texts)
  const documents = useRead('knowledge', 'listDocuments', { knowledgebaseId }).data?.data ?? []
  const unfinished = documents.filter(({ status }) => status !== 'active').slice(-maxUnfinished)
  if (unfinished.length === 0) return null
  return (
    <ul aria-label={t.unfinished} className="flex flex-col gap-1.5">
      {unfinished.map((document) => (
        <li key={document.id} className="break-words">
          {document.name} <DocumentState document={document} />
        </li>
      ))}
    </ul>
  )
}

/** Adds documents to the knowledge base of the assistant, which gets one at once if it has none. */
function AddKnowledgeButton() {
  const t = useTexts(texts)
  const may = useMay()
  const { value, base, store, isReadOnly } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const knowledgebaseId = value('knowledgebase_id') ?? undefined
  if (isReadOnly || !may('knowledge', 'createDocument') || !may('knowledge', 'create')) return null
  return (
    <>
      <Button icon={FilePlus} look="primary" size="small" onPress={() => setOpen(true)}>
        {t.addKnowledge}
      </Button>
      <AddKnowledge
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        knowledgebaseId={knowledgebaseId}
        newName={t.knowledgeOf(base.name)}
        onCreated={(id) => store({ knowledgebase_id: id })}
      />
    </>
  )
}
