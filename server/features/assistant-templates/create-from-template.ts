// Creates an assistant and its tests from a template, for a business.
import { insertTest } from '#server/features/assistant-tests/index.ts'
import { type Assistant, createAssistantIn, findAssistantByUuid } from '#server/features/assistants/index.ts'
import { findLanguageByCode } from '#server/features/catalogues/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { templates } from './templates/index.ts'
import { type Language, promptOf, type Template, type TemplateId } from './templates/template.ts'

export interface TemplateOrder {
  template: TemplateId
  language: Language
  /** What to call the business. */
  business: string
  /** What the assistant should know, or ''. */
  info: string
  /** Default: that of the template. */
  name: string | undefined
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
    const assistant = await createAssistantIn(tx, settingsFor(template, order), { uuid })
    const { tests, variables } = template.texts[order.language]
    for (const { name, ...definition } of tests)
      await insertTest(tx.db, tx.account.id, {
        assistantId: assistant.id,
        name,
        definition: variables ? { ...definition, variables } : definition,
        source: undefined,
      })
    return assistant
  })
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
    initialMessage: fill(text.greeting),
    // A placeholder in the information would be replaced in calls.
    systemPrompt: promptOf(text, language, info.replaceAll('{{', '{ {'), fill),
    ...(text.voicemail !== undefined && { voiceMailMessage: fill(text.voicemail) }),
    tools: [{ type: 'end_call', data: {} }],
    postCallSchema: [...text.evaluation],
    // An example must never reach a person as a fact.
    variables: Object.fromEntries(Object.keys(text.variables ?? {}).map((name) => [name, ''])),
  }
}
