// Converts templates and drafts to the fields of the API.
import type { assistantTemplates } from '#contract/assistants/assistant-templates.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import type { draftAssistant } from './draft-assistant.ts'
import type { Language, Template } from './templates/template.ts'

type Listed = ReplyOf<typeof assistantTemplates.list>['data'][number]

export function presentTemplate({ id, type, texts }: Template, language: Language): Listed {
  const { name, description, infoExample, variables = {}, evaluation, tests, nextSteps } = texts[language]
  return {
    id,
    name,
    description,
    type,
    info_example: infoExample,
    variables,
    post_call_schema: [...evaluation],
    tests: tests.map((test) => test.name),
    next_steps: [...nextSteps],
  }
}

type Draft = Awaited<ReturnType<typeof draftAssistant>>

export function presentDraft(
  { writtenBy, businessName, evaluation, pages, ...draft }: Draft,
  website: string | null,
): ReplyOf<typeof assistantTemplates.draft>['data'] {
  return {
    ...draft,
    written_by: writtenBy,
    business_name: businessName,
    post_call_schema: [...evaluation],
    website,
    pages: pages.map(({ url, title }) => ({ url, title })),
  }
}
