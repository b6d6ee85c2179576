// Endpoints of templates of assistants: complete assistants for common jobs, with tests.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { requiredText, text, variables } from '../wire/fields.ts'
import { assistantSummary, assistantType } from './assistant-fields.ts'
import { evaluationSchema } from './evaluation-fields.ts'

export const templateIds = ['receptionist', 'booking', 'lead', 'reminder', 'support', 'survey'] as const
export const templateLanguages = ['en', 'de', 'fr'] as const
/** The greeting contains the name of the business, and has at most 200 characters. */
const businessNameLength = 60

const template = z.enum(templateIds)
const language = z.enum(templateLanguages).default('en')
const path = '/api/user/assistant-templates'

export const assistantTemplates = {
  list: endpoint('GET', path, {
    summary: 'List templates of assistants',
    description:
      'Returns complete assistants for common jobs. Create one from a template; nothing but the name of a business is needed.',
    query: z.object({ language }),
    reply: z.object({
      call_languages: z
        .array(z.enum(templateLanguages))
        .meta({ description: 'The languages in which this installation understands callers at the moment.' }),
      data: z.array(
        z
          .object({
            id: template,
            name: z.string(),
            description: z.string().meta({ description: 'What the assistant does, in one sentence.' }),
            type: assistantType,
            info_example: z.string().meta({ description: 'An example of `business_info`.' }),
            variables: variables.meta({ description: 'What calls can set, with examples.' }),
            post_call_schema: evaluationSchema,
            tests: z.array(z.string()).meta({ description: 'The names of the tests that are created with it.' }),
            next_steps: z
              .array(z.string())
              .meta({ description: 'What the assistant needs besides, such as a phone number.' }),
          })
          .meta({ id: 'AssistantTemplate' }),
      ),
    }),
  }),

  create: endpoint('POST', path, {
    summary: 'Create an assistant from a template',
    description: 'Creates the assistant and its tests, or nothing.',
    body: z.object({
      template,
      language: language.meta({ description: 'What the assistant speaks.' }),
      business_name: requiredText(businessNameLength)
        .refine((name) => !/[{}\r\n]/.test(name), 'The :attribute must be on one line and have no braces.')
        .meta({
          description: 'For whom the assistant speaks.',
          example: 'Harbour Street Bakery',
        }),
      business_info: text(8_000).optional().meta({
        description: 'What the assistant should know: services, opening hours, address, prices.',
        example: 'We open at 7 and close at 6. A cinnamon bun costs 3 euros.',
      }),
      name: requiredText(255).optional().meta({ description: 'The name of the assistant. Default: by the template.' }),
    }),
    idempotent: true,
    status: 201,
    reply: z.object({ message: z.string(), data: assistantSummary }),
  }),
}
