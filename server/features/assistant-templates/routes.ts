// HTTP handlers for templates of assistants.
import { type assistantTemplates, templateLanguages } from '#contract/assistants/assistant-templates.ts'
import { presentSummary } from '#server/features/assistants/index.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { createFromTemplate } from './create-from-template.ts'
import { draftAssistant } from './draft-assistant.ts'
import { presentDraft, presentTemplate } from './present.ts'
import { templates } from './templates/index.ts'

export const assistantTemplateHandlers: Handlers<typeof assistantTemplates> = {
  list: ({ speechToText }, { query: { language } }) => ({
    call_languages: templateLanguages.filter((each) => speechToText.understands?.(each) ?? true),
    data: Object.values(templates).map((template) => presentTemplate(template, language)),
  }),

  create: async (ctx, { body }, { operation }) => {
    const { business_name: business, business_info: info = '', post_call_schema: evaluation, ...order } = body
    const { name, greeting, instructions, questions, website } = order
    const texts = { name, greeting, instructions, evaluation, questions, website }
    const { template, language } = order
    return {
      message: 'Assistant created successfully',
      data: presentSummary(
        await createFromTemplate(
          ctx,
          { template, language, business: business.trim(), info: info.trim(), ...texts },
          operation,
        ),
      ),
    }
  },

  draft: async (ctx, { body }, { signal, delta = () => {} }) => {
    const { description, website, business_name: businessName, language } = body
    const order = { description, website, businessName, language }
    return { data: presentDraft(await draftAssistant(ctx, order, { signal, onProgress: delta }), website ?? null) }
  },
}
