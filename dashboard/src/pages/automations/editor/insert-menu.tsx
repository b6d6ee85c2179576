// The types of steps that can be added at a place.
import { MoveRight } from 'lucide-react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import type { Place } from '../flow/flow.ts'
import { SearchMenu } from '../forms/search-menu.tsx'
import { iconOf } from '../parts/icons.ts'
import { useNames } from '../parts/names.ts'
import { useEditorState } from './context.ts'
import { useStepEdits } from './step-actions.tsx'

const texts = textsOf('automations', 'insertMenu')

const logic = ['condition', 'loop', 'delay', 'set', 'respond', 'stop', 'call_flow']
const data = ['http_request', 'code', 'ai', 'search_knowledge']

export function InsertMenu({ place, onDone }: { place: Place; onDone(): void }) {
  const t = useTexts(texts)
  const names = useNames()
  const { parts, moving, titles } = useEditorState()
  const { insert, moveHere } = useStepEdits()
  const types = parts.steps.map(({ type }) => type)
  const choicesOf = (group: readonly string[]) =>
    group.map((type) => ({
      id: type,
      name: names.type(type),
      detail: names.description(type) ?? '',
      icon: iconOf(type),
      onAction: () => insert(place, type),
    }))
  const move = moving !== undefined && {
    id: 'move here',
    name: t.moveHere(titles.get(moving) ?? ''),
    icon: MoveRight,
    onAction: () => moveHere(place),
  }
  return (
    <SearchMenu
      label={t.search}
      className="max-h-96"
      onDone={onDone}
      groups={[
        { name: t.move, choices: move ? [move] : [] },
        { name: t.logic, choices: choicesOf(types.filter((type) => logic.includes(type))) },
        { name: t.data, choices: choicesOf(types.filter((type) => data.includes(type))) },
        {
          name: t.contact,
          choices: choicesOf(types.filter((type) => !logic.includes(type) && !data.includes(type))),
        },
      ]}
    />
  )
}
