// Talks and chats with an assistant of the account.
import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { TryTabs } from '../../panels/try-tabs.tsx'
import { useMay } from '../../session/session.tsx'
import { Select } from '../../ui/fields.tsx'
import { Card, Empty, LinkButton, Loaded } from '../../ui/page.tsx'
import { texts } from './texts.ts'

export function TryAssistant() {
  const t = useTexts(texts)
  const query = useRead('assistants', 'listAll')
  const [chosen, setChosen] = useState<number>()
  const may = useMay()
  const canAdd = may('assistantTemplates', 'create') && (query.data?.length ?? 0) > 0
  return (
    <Card
      title={t.try}
      actions={
        canAdd && (
          <LinkButton to="/assistants/new" look="quiet" size="small">
            <Plus aria-hidden size={15} />
            {t.newAssistant}
          </LinkButton>
        )
      }
    >
      <Loaded query={query}>
        {(assistants) => {
          const id = chosen ?? assistants.at(-1)?.id
          if (id === undefined)
            return (
              <Empty icon={Bot} title={t.noAssistant} text={t.noAssistantText}>
                <LinkButton to="/assistants/new" look="primary">
                  {t.createAssistant}
                </LinkButton>
              </Empty>
            )
          return (
            <div className="flex flex-col gap-4">
              <div className="flex flex-wrap items-end gap-3">
                <Select
                  label={t.tryAssistant}
                  options={assistants.map(({ id: value, name }) => ({ value, label: name }))}
                  value={id}
                  onChange={(next) => setChosen(next)}
                  className="min-w-0 grow"
                />
                <LinkButton to="/assistants/$id" params={{ id: String(id) }}>
                  {t.settings}
                </LinkButton>
              </div>
              <TryTabs key={id} label={t.try} assistantId={id} first="talk" />
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
