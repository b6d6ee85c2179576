// Creates an assistant and its tests from a template, for a business, with texts of its own if there are any.
import { insertTest } from '#server/features/assistant-tests/index.ts'
import {
  type Assistant,
  createAssistantIn,
  type EvaluationField,
  findAssistantByUuid,
} from '#server/features/assistants/index.ts'
import { findLanguageByCode } from '#server/features/catalogues/index.ts'
import { createKnowledgebaseIn, createWebsiteIn } from '#server/features/knowledge/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { draftTexts } from './draft/draft-texts.ts'
import { templates } from './templates/index.ts'
import {
  endsCall,
  type Language,
  promptOf,
  script,
  type Template,
  type TemplateId,
  type TemplateTexts,
  withoutPlaceholders,
} from './templates/template.ts'

export interface TemplateOrder {
  template: TemplateId
  language: Language
  /** What to call the business. */
  business: string
  /** What the assistant should know, or ''. */
  info: string
  /** Default: that of the template, as for the following texts. */
  name: string | undefined
  greeting: string | undefined
  instructions: string | undefined
  evaluation: readonly EvaluationField[] | undefined
  /** Of customers. Each becomes a test, instead of the tests of the template. */
  questions: readonly string[] | undefined
  /** The assistant gets a knowledgebase with its pages. */
  website: string | undefined
}

/** An earlier request with the same idempotency key has created everything, or nothing. */
export async function createFromTemplate(
  ctx: AccountContext,
  order: TemplateOrder,
  operation: IdempotentOperation | undefined,
): Promise<Pick<Assistant, 'id' | 'uuid' | 'name' | 'status' | 'type' | 'mode'>> {
  const uuid = operation?.key ?? ctx.newId()
  const before = operation?.isResumed ? await findAssistantByUuid(ctx.db, uuid) : undefined
  if (before) return before
  const template = templates[order.template]
  return transaction(ctx, async (tx) => {
    const knowledge = order.website === undefined ? {} : { knowledgebaseId: await addWebsite(tx, order, order.website) }
    const assistant = await createAssistantIn(tx, { ...settingsFor(template, order), ...knowledge }, { uuid })
    const { variables } = template.texts[order.language]
    for (const { name, ...definition } of testsFor(template, order))
      await insertTest(tx.db, tx.account.id, {
        assistantId: assistant.id,
        name,
        definition: variables ? { ...definition, variables } : definition,
        source: undefined,
      })
    return assistant
  })
}

async function addWebsite(tx: Tx, { business }: TemplateOrder, url: string): Promise<number> {
  const knowledgebaseId = await createKnowledgebaseIn(tx, { name: business, description: null })
  await createWebsiteIn(tx, { knowledgebaseId, name: new URL(url).host, url })
  return knowledgebaseId
}

function testsFor({ texts }: Template, { language, questions }: TemplateOrder): TemplateTexts['tests'] {
  const { goodbye } = draftTexts[language]
  return (
    questions?.map((question) => ({ name: question, script: script([question], [goodbye, endsCall]) })) ??
    texts[language].tests
  )
}

/** The voice and the vendors are those that a new assistant of the language gets. */
function settingsFor({ type, settings, texts }: Template, order: TemplateOrder): Partial<Assistant> {
  const { language, business, info } = order
  const text = texts[language]
  const fill = (value: string) => value.replaceAll('{business}', () => business)
  return {
    ...settings,
    type,
    name: order.name ?? text.assistantName,
    languageId: findLanguageByCode(language).id,
    initialMessage: order.greeting ?? fill(text.greeting),
    systemPrompt: order.instructions ?? promptOf(text, language, withoutPlaceholders(info), fill),
    ...(text.voicemail !== undefined && { voiceMailMessage: fill(text.voicemail) }),
    tools: [{ type: 'end_call', data: {} }],
    postCallSchema: [...(order.evaluation ?? text.evaluation)],
    // An example must never reach a person as a fact.
    variables: Object.fromEntries(Object.keys(text.variables ?? {}).map((name) => [name, ''])),
  }
}
