// HTTP handlers for templates of assistants.
import { type assistantTemplates, templateLanguages } from '#contract/assistants/assistant-templates.ts'
import { presentSummary } from '#server/features/assistants/index.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { createFromTemplate } from './create-from-template.ts'
import { presentTemplate } from './present.ts'
import { templates } from './templates/index.ts'

export const assistantTemplateHandlers: Handlers<typeof assistantTemplates> = {
  list: ({ speechToText }, { query: { language } }) => ({
    call_languages: templateLanguages.filter((each) => speechToText.understands?.(each) ?? true),
    data: Object.values(templates).map((template) => presentTemplate(template, language)),
  }),

  create: async (ctx, { body }, { operation }) => {
    const { template, language, business_name: business, business_info: info = '', name } = body
    const order = { template, language, business: business.trim(), info: info.trim(), name }
    return {
      message: 'Assistant created successfully',
      data: presentSummary(await createFromTemplate(ctx, order, operation)),
    }
  },
}
