// Writes an assistant without a language model: the nearest template, with the task in the words of the description.
import { templates } from '../templates/index.ts'
import { type Language, withoutPlaceholders } from '../templates/template.ts'
import { chooseTemplate } from './choose-template.ts'
import { type AssistantDraft, composeDraft } from './compose.ts'
import { draftTexts } from './draft-texts.ts'
import type { SiteFacts } from './read-site.ts'

export interface WritingOrder {
  description: string
  language: Language
  businessName: string
  /** From a title: a language model that reads the pages knows better. */
  isNameGuessed: boolean
  site: SiteFacts
}

export function writeByRules({ description, language, businessName, site }: WritingOrder): AssistantDraft {
  const template = chooseTemplate(description)
  const texts = templates[template].texts[language]
  const { task, questions } = draftTexts[language]
  const sentence = withoutPlaceholders(description.replace(/\s+/g, ' ').trim())
  return composeDraft(
    {
      ...{ writtenBy: 'rules', template, language, businessName },
      written: { ...texts, goal: `${task(sentence)}\n${texts.goal}` },
      facts: site.facts,
      questions: [...site.questions, questions.offer, questions.person],
    },
    texts.greeting,
  )
}
