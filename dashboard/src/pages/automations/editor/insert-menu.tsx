// The types of steps that can be added at a place.
import { MoveRight } from 'lucide-react'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import type { Place } from '../flow/flow.ts'
import { iconOf, useNames } from '../parts/names.ts'
import { useEditorState } from './context.ts'
import { useStepEdits } from './step-actions.tsx'

const texts = textsOf(
  {
    add: 'Add a step',
    moveHere: (name: string) => `Move ${name} here`,
    logic: 'Sequence and logic',
    data: 'Data and services',
    contact: 'Contact with customers',
  },
  {
    add: 'Schritt hinzufügen',
    moveHere: (name: string) => `${name} hierher verschieben`,
    logic: 'Ablauf und Logik',
    data: 'Daten und Dienste',
    contact: 'Kontakt mit Kunden',
  },
)

const logic = ['condition', 'loop', 'delay', 'set', 'respond', 'stop', 'call_flow']
const data = ['http_request', 'code', 'ai', 'search_knowledge']

const itemClass = 'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 data-[focused]:bg-accent-soft'

export function InsertMenu({ place, onDone }: { place: Place; onDone(): void }) {
  const t = useTexts(texts)
  const names = useNames()
  const { parts, moving } = useEditorState()
  const { insert, moveHere } = useStepEdits()
  const types = parts.steps.map(({ type }) => type)
  const groups = [
    { name: t.logic, types: types.filter((type) => logic.includes(type)) },
    { name: t.data, types: types.filter((type) => data.includes(type)) },
    { name: t.contact, types: types.filter((type) => !logic.includes(type) && !data.includes(type)) },
  ]
  return (
    <Menu aria-label={t.add} autoFocus="first" className="outline-none" onClose={onDone}>
      {moving !== undefined && (
        <MenuItem id="move" className={itemClass} onAction={() => moveHere(place)}>
          <MoveRight aria-hidden size={16} />
          {t.moveHere(moving)}
        </MenuItem>
      )}
      {groups.map((group) => (
        <MenuSection key={group.name}>
          <Header className="px-2.5 pt-2 pb-1 text-sm font-medium text-soft">{group.name}</Header>
          {group.types.map((type) => {
            const Icon = iconOf(type)
            return (
              <MenuItem
                key={type}
                id={type}
                textValue={names.type(type)}
                className={itemClass}
                onAction={() => insert(place, type)}
              >
                <Icon aria-hidden size={16} className="shrink-0 text-soft" />
                {names.type(type)}
              </MenuItem>
            )
          })}
        </MenuSection>
      ))}
    </Menu>
  )
}
