// What people read instead of the path of a step in a run.
import { useContext } from 'react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { StepTitlesContext, useTitles } from '../parts/titles.ts'
import type { RunStepReply } from '../parts/types.ts'

const texts = textsOf('automations', 'stepTitle')

export function useStepTitles() {
  const t = useTexts(texts)
  const format = useFormats()
  const ofTitles = useTitles()
  const titles = useContext(StepTitlesContext)
  const stepOf = ({ name, type, input }: RunStepReply) => {
    const isKnown = typeof input === 'object' && input !== null && !Array.isArray(input)
    return { name, type, input: isKnown ? (input as Record<string, unknown>) : {} }
  }
  return {
    /** With the rounds of the loops around it. Another version of the flow may have had the step. */
    titleOf(step: RunStepReply): string {
      const title = titles.get(step.name) ?? ofTitles.step(stepOf(step))
      const rounds = [...step.path.matchAll(/\[(\d+)\]\./g)].map(([, index]) => format.number(Number(index) + 1))
      return rounds.length === 0 ? title : t.round(title, rounds.join('.'))
    },
    detailOf: (step: RunStepReply): string => ofTitles.detail(stepOf(step), titles),
  }
}
