// The page of the knowledge bases: which there are, and the selected one.
import { BookOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Button, Card, Empty, LinkButton, Loaded, Page } from '../../ui/page.tsx'
import { useKnowledgeAddress } from './address.ts'
import { KnowledgebaseForm } from './knowledgebase-form.tsx'
import { type Knowledgebase, KnowledgebaseList } from './knowledgebase-list.tsx'
import { KnowledgebaseView } from './knowledgebase-view.tsx'

const texts = textsOf('knowledge', 'knowledge')

export function Knowledge() {
  const t = useTexts(texts)
  const mayCreate = useMay()('knowledge', 'create')
  const [, change] = useKnowledgeAddress()
  const [isCreating, setCreating] = useState(false)
  const query = useRead('knowledge', 'list')
  const create = (
    <Button icon={Plus} look="primary" onPress={() => setCreating(true)}>
      {t.create}
    </Button>
  )
  const isEmpty = query.data?.data.length === 0
  return (
    <Page title={t.title} text={t.text} actions={mayCreate && !isEmpty && create}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={BookOpen} title={t.empty} text={t.emptyText}>
                {mayCreate && create}
              </Empty>
            </Card>
          ) : (
            <Selected all={data} />
          )
        }
      </Loaded>
      <KnowledgebaseForm
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(knowledgebase) =>
          change({ knowledgebase, document: undefined, tab: undefined, query: undefined, limit: undefined })
        }
      />
    </Page>
  )
}

function Selected({ all }: { all: readonly Knowledgebase[] }) {
  const t = useTexts(texts)
  const [{ knowledgebase: wanted }] = useKnowledgeAddress()
  const selected = wanted === undefined ? all[0] : all.find(({ id }) => id === wanted)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <KnowledgebaseList all={all} selected={selected?.id ?? 0} />
      {selected ? (
        <KnowledgebaseView key={selected.id} knowledgebase={selected} />
      ) : (
        <Card>
          <Empty title={t.missing}>
            <LinkButton to="/knowledge">{t.first}</LinkButton>
          </Empty>
        </Card>
      )}
    </div>
  )
}
