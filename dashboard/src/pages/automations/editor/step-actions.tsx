// What can be done with a step: move, duplicate, delete.
import { ArrowDown, ArrowUp, Copy, MoveRight, Trash2 } from 'lucide-react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Menu } from '../../../ui/overlays.tsx'
import { duplicateStep, insertStep, moveStep, placeBeside, removeStep } from '../flow/edit.ts'
import type { Located, Place } from '../flow/flow.ts'
import { useEditorState } from './context.ts'

const texts = textsOf('automations', 'stepActions')

export function useStepEdits() {
  const { editor, located, select, selected, moving, setMoving, setAdded } = useEditorState()
  const { flow, edit } = editor
  return {
    insert(place: Place, type: string): void {
      const inserted = insertStep(flow, place, type)
      edit(inserted.flow)
      select(inserted.name)
      setAdded(inserted.name)
    },
    moveHere(place: Place): void {
      const path = located.find(({ step }) => step.name === moving)?.path
      if (path !== undefined) edit(moveStep(flow, path, place))
      setMoving(undefined)
    },
    moveBeside(path: string, direction: 'up' | 'down'): void {
      const place = placeBeside(flow, path, direction)
      if (place) edit(moveStep(flow, path, place))
    },
    duplicate(path: string): void {
      const copy = duplicateStep(flow, path)
      edit(copy.flow)
      select(copy.name)
    },
    remove({ path, step }: Located): void {
      edit(removeStep(flow, path))
      if (selected === step.name) select(undefined)
    },
  }
}

const iconSize = 15

export function StepActions({ at }: { at: Located }) {
  const t = useTexts(texts)
  const { editor, titles, setMoving } = useEditorState()
  const edits = useStepEdits()
  const { path, step } = at
  const actions = [
    {
      label: t.up,
      icon: <ArrowUp aria-hidden size={iconSize} />,
      isDisabled: !placeBeside(editor.flow, path, 'up'),
      onAction: () => edits.moveBeside(path, 'up'),
    },
    {
      label: t.down,
      icon: <ArrowDown aria-hidden size={iconSize} />,
      isDisabled: !placeBeside(editor.flow, path, 'down'),
      onAction: () => edits.moveBeside(path, 'down'),
    },
    { label: t.move, icon: <MoveRight aria-hidden size={iconSize} />, onAction: () => setMoving(step.name) },
    { label: t.duplicate, icon: <Copy aria-hidden size={iconSize} />, onAction: () => edits.duplicate(path) },
    { label: t.remove, icon: <Trash2 aria-hidden size={iconSize} />, isDanger: true, onAction: () => edits.remove(at) },
  ]
  return <Menu size="small" label={t.actions(titles.get(step.name) ?? '')} actions={actions} />
}
