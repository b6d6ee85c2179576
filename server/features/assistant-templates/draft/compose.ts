// Composes a draft from written texts: the structure, and the rules that every assistant has, are those of the templates.
import { draftLimits } from '#contract/assistants/assistant-templates.ts'
import type { EvaluationField } from '#server/features/assistants/index.ts'
import {
  type InstructionTexts,
  type Language,
  promptOf,
  type TemplateId,
  type TemplateTexts,
} from '../templates/template.ts'
import { draftTexts } from './draft-texts.ts'

export interface AssistantDraft {
  writtenBy: 'model' | 'rules'
  template: TemplateId
  language: Language
  businessName: string
  name: string
  greeting: string
  instructions: string
  evaluation: readonly EvaluationField[]
  questions: string[]
}

/** What a description leads to. `{business}` is replaced by the name of the business. */
export type WrittenTexts = InstructionTexts & Pick<TemplateTexts, 'assistantName' | 'greeting' | 'evaluation'>

interface Parts extends Pick<AssistantDraft, 'writtenBy' | 'template' | 'language' | 'businessName' | 'questions'> {
  written: WrittenTexts
  /** Lines of the website. */
  facts: readonly string[]
}

const maxGreetingCharacters = 200
const maxNameCharacters = 255
const maxDescriptionCharacters = 255

export function composeDraft({ written, facts, ...parts }: Parts, otherGreeting: string): AssistantDraft {
  const { language, businessName, questions } = parts
  const fill = (text: string) => text.replaceAll('{business}', () => businessName)
  const fillWithin = (text: string, maxCharacters: number) => fill(text).slice(0, maxCharacters).trim().toWellFormed()
  const info =
    facts.length > 0 ? [draftTexts[language].fromWebsite, ...facts.map((fact) => `- ${fact}`)].join('\n') : ''
  const greeting = fill(written.greeting)
  return {
    ...parts,
    name: fillWithin(written.assistantName, maxNameCharacters),
    greeting: greeting.length <= maxGreetingCharacters ? greeting : fill(otherGreeting),
    instructions: promptOf(written, language, info, fill),
    evaluation: written.evaluation.map((field) => ({
      ...field,
      description: fillWithin(field.description, maxDescriptionCharacters),
    })),
    questions: [...new Set(questions.map((question) => fillWithin(question, draftLimits.questionCharacters)))].slice(
      0,
      draftLimits.questions,
    ),
  }
}
