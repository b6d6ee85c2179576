// Names the places where a step can be added, so that buttons and screen readers tell them apart.
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { type Branch, ownerOf, type Place } from '../flow/flow.ts'
import { useEditorState } from './context.ts'

const texts = textsOf(
  {
    afterTrigger: 'Add a step after the trigger',
    after: (title: string) => `Add a step after “${title}”`,
    then: (title: string) => `Add a step to “Yes” of “${title}”`,
    else: (title: string) => `Add a step to “No” of “${title}”`,
    steps: (title: string) => `Add a step for each item of “${title}”`,
  },
  {
    afterTrigger: 'Schritt hinzufügen nach dem Auslöser',
    after: (title: string) => `Schritt hinzufügen nach „${title}“`,
    then: (title: string) => `Schritt hinzufügen bei „Ja“ von „${title}“`,
    else: (title: string) => `Schritt hinzufügen bei „Nein“ von „${title}“`,
    steps: (title: string) => `Schritt hinzufügen für jedes Element von „${title}“`,
  },
)

export const branchTexts = textsOf<Record<Branch, string>>(
  { then: 'Yes', else: 'No', steps: 'Each item' },
  { then: 'Ja', else: 'Nein', steps: 'Je Element' },
)

export function usePlaceNames(): (place: Place) => string {
  const t = useTexts(texts)
  const { located, titles } = useEditorState()
  const titleAt = (path: string) => {
    const step = located.find((each) => each.path === path)?.step
    return (step && titles.get(step.name)) ?? ''
  }
  return ({ list, index }) => {
    if (index > 0) return t.after(titleAt(`${list}.${index - 1}`))
    const owner = ownerOf(list)
    if (owner === undefined) return t.afterTrigger
    return t[list.slice(list.lastIndexOf('.') + 1) as Branch](titleAt(owner))
  }
}
