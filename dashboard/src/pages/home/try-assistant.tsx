// Talks and chats with an assistant of the account.
import { Bot, ChevronDown, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { TryTabs } from '../../panels/try-tabs.tsx'
import { useMay } from '../../session/session.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
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
                <Choice assistants={assistants} chosen={id} onChoose={setChosen} />
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

interface ChoiceProps {
  assistants: readonly { id: number; name: string }[]
  chosen: number
  onChoose(id: number): void
}

/** A menu, which is loaded when it opens. A field of a form would be a fifth of the page's JavaScript. */
function Choice({ assistants, chosen, onChoose }: ChoiceProps) {
  const t = useTexts(texts)
  const [label, button] = [useId(), useId()]
  return (
    <div className="flex min-w-0 grow flex-col gap-1">
      <span id={label} className="text-sm font-medium">
        {t.tryAssistant}
      </span>
      <MenuButton
        id={button}
        aria-labelledby={`${label} ${button}`}
        label={t.tryAssistant}
        actions={assistants.map(({ id, name }) => ({
          id: String(id),
          label: id === chosen ? `${name} ✓` : name,
          onAction: () => onChoose(id),
        }))}
        className="flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-lg border border-strong-line bg-card px-3 py-1.5 text-start"
      >
        <span className="grow truncate">{assistants.find(({ id }) => id === chosen)?.name}</span>
        <ChevronDown aria-hidden size={16} className="shrink-0" />
      </MenuButton>
    </div>
  )
}
