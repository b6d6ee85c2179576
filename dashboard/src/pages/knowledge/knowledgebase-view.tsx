// One knowledge base: its documents, the search in them, and the assistants that use it.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Menu, say, useConfirm } from '../../ui/overlays.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useKnowledgeAddress } from './address.ts'
import { DocumentDrawer } from './document-drawer.tsx'
import { Documents } from './documents.tsx'
import { KnowledgebaseForm } from './knowledgebase-form.tsx'
import { type Knowledgebase, KnowledgebaseStatus } from './knowledgebase-list.tsx'
import { PassageSearch } from './passage-search.tsx'

const texts = textsOf('knowledge', 'knowledgebaseView')

export function KnowledgebaseView({ knowledgebase }: { knowledgebase: Knowledgebase }) {
  const t = useTexts(texts)
  const [address, change] = useKnowledgeAddress()
  const { id, name, status, description } = knowledgebase
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h2 className="flex flex-wrap items-center gap-2.5 text-xl font-semibold">
            <span className="min-w-0 break-words">{name}</span>
            <KnowledgebaseStatus status={status} />
          </h2>
          {description && <p className="break-words text-soft">{description}</p>}
          <UsedBy knowledgebase={knowledgebase} />
        </div>
        <Actions knowledgebase={knowledgebase} />
      </div>
      <Tabs
        label={t.tabs}
        selected={address.tab ?? 'documents'}
        onSelect={(tab) => tab !== (address.tab ?? 'documents') && change({ tab, knowledgebase: id })}
        tabs={[
          { id: 'documents', label: t.documents, content: <Documents knowledgebaseId={id} /> },
          { id: 'search', label: t.search, content: <PassageSearch knowledgebaseId={id} /> },
        ]}
      />
      {address.document !== undefined && <DocumentDrawer knowledgebaseId={id} documentId={address.document} />}
    </div>
  )
}

const maxListed = 100

function UsedBy({ knowledgebase: { id, assistants_count } }: { knowledgebase: Knowledgebase }) {
  const t = useTexts(texts)
  const { data } = useRead('assistants', 'list', { per_page: maxListed }, { isEnabled: assistants_count > 0 })
  if (assistants_count === 0) return <p className="text-sm text-soft">{t.unused}</p>
  const users = data?.data.filter(({ knowledgebase_id }) => knowledgebase_id === id) ?? []
  return (
    <p className="text-sm text-soft">
      {t.usedBy}{' '}
      {users.map((assistant, index) => (
        <span key={assistant.id}>
          {index > 0 && ', '}
          <Link
            to="/assistants/$id"
            params={{ id: String(assistant.id) }}
            className="break-words text-accent underline"
          >
            {assistant.name}
          </Link>
        </span>
      ))}
      {users.length < assistants_count && data && ` +${assistants_count - users.length}`}
    </p>
  )
}

function Actions({ knowledgebase }: { knowledgebase: Knowledgebase }) {
  const t = useTexts(texts)
  const may = useMay()
  const [, change] = useKnowledgeAddress()
  const [isEditing, setEditing] = useState(false)
  const remove = useAction('knowledge', 'delete', {
    changes: ['assistants'],
    onDone: () => {
      change({ knowledgebase: undefined, document: undefined })
      say(t.removed)
    },
  })
  const { id, name } = knowledgebase
  const removal = useConfirm(remove, () => ({
    title: t.removeTitle,
    text: <p className="break-words">{t.removeText(name)}</p>,
    action: t.remove,
    input: { id },
  }))
  if (!may('knowledge', 'update')) return null
  return (
    <>
      <Menu
        label={t.actions(name)}
        iconSize={18}
        actions={[
          { label: t.edit, onAction: () => setEditing(true) },
          { label: t.remove, isDanger: true, onAction: () => removal.ask() },
        ]}
      />
      <KnowledgebaseForm knowledgebase={knowledgebase} isOpen={isEditing} onClose={() => setEditing(false)} />
      {removal.dialog}
    </>
  )
}
