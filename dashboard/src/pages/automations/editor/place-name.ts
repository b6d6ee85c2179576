// Names the places where a step can be added, so that buttons and screen readers tell them apart.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { type Branch, ownerOf, type Place } from '../flow/flow.ts'
import { useEditorState } from './context.ts'

const texts = textsOf('automations', 'placeName')

export const branchTexts = textsOf('automations', 'branch')

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
