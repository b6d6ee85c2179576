// Endpoints of templates of assistants: complete assistants for common jobs, with tests.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { requiredText, text, variables, webUrl } from '../wire/fields.ts'
import { assistantSettings, assistantSummary, assistantType } from './assistant-fields.ts'
import { evaluationSchema } from './evaluation-fields.ts'

export const templateIds = ['receptionist', 'booking', 'lead', 'reminder', 'support', 'survey'] as const
export const templateLanguages = ['en', 'de', 'fr'] as const
export const draftLimits = {
  descriptionCharacters: 2_000,
  questions: 10,
  questionCharacters: 200,
  /** Pages of the website that are read for a draft. */
  pages: 6,
}
/** The greeting contains the name of the business, and has at most 200 characters. */
const businessNameLength = 60

const template = z.enum(templateIds)
const language = z.enum(templateLanguages).default('en')
const path = '/api/user/assistant-templates'

const businessName = requiredText(businessNameLength).refine(
  (name) => !/[{}\r\n]/.test(name),
  'The :attribute must be on one line and have no braces.',
)
const name = requiredText(255)
const greeting = assistantSettings.initial_message.unwrap()
const instructions = assistantSettings.system_prompt.unwrap()
const questions = z.array(requiredText(draftLimits.questionCharacters)).max(draftLimits.questions)

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
      business_name: businessName.meta({
        description: 'For whom the assistant speaks.',
        example: 'Harbour Street Bakery',
      }),
      business_info: text(8_000).optional().meta({
        description: 'What the assistant should know: services, opening hours, address, prices.',
        example: 'We open at 7 and close at 6. A cinnamon bun costs 3 euros.',
      }),
      name: name.optional().meta({ description: 'The name of the assistant. Default: by the template.' }),
      greeting: greeting.optional().meta({ description: 'Instead of that of the template.' }),
      instructions: instructions.optional().meta({
        description: 'Instead of those of the template, which contain `business_info`.',
      }),
      post_call_schema: evaluationSchema.optional().meta({ description: 'Instead of that of the template.' }),
      questions: questions.optional().meta({
        description:
          'Questions of customers, of which each becomes a test: it is answered, and the call ends after a goodbye. Instead of the tests of the template.',
      }),
      website: webUrl.optional().meta({
        description:
          'Creates a knowledgebase that reads the pages of this website, and gives it to the assistant. The reading begins after the reply.',
      }),
    }),
    idempotent: true,
    status: 201,
    refusals: {
      TOO_MANY_KNOWLEDGEBASES: { status: 422, message: 'An account can have up to 200 knowledgebases.' },
    },
    reply: z.object({ message: z.string(), data: assistantSummary }),
  }),

  draft: endpoint('POST', `${path}/draft`, {
    audit: 'none',
    summary: 'Draft an assistant from a description',
    description:
      'Writes what `POST /api/user/assistant-templates` needs for a complete assistant, from a description and the first pages of a website, and stores nothing. The language model of the account writes it; without one, rules fill in the nearest template. What a website says becomes information only: it never changes the goal, the steps or the limits of the instructions, and never adds tools. With `Accept: text/event-stream`, `delta` events report the progress: `reading`, `reading 2` with the number of pages that were read, and `writing`. Nothing is charged.',
    body: z.object({
      description: requiredText(draftLimits.descriptionCharacters).meta({
        description: 'What the assistant should do, in a sentence or two.',
        example: 'Answer calls, say when we are open, and take orders for cakes.',
      }),
      website: webUrl.optional().meta({ description: 'A page of the website of the business, best the first one.' }),
      business_name: businessName
        .optional()
        .meta({ description: 'Default: what the website says. Required without one.' }),
      language: z
        .enum(templateLanguages)
        .optional()
        .meta({ description: 'What the assistant speaks. Default: the language of the description.' }),
    }),
    refusals: {
      DRAFT_FAILED: { status: 503, message: 'The language model could not write the assistant. Please try again.' },
    },
    limit: { requests: 20, windowMs: 60_000, per: 'account' },
    streams: true,
    reply: z.object({
      data: z
        .object({
          written_by: z.enum(['model', 'rules']).meta({
            description:
              '`rules` if no language model is connected. Check the texts then, because rules understand little.',
          }),
          template: template.meta({ description: 'The template that it is based on.' }),
          language: z.enum(templateLanguages),
          business_name: businessName,
          name,
          greeting,
          instructions,
          post_call_schema: evaluationSchema,
          questions,
          website: webUrl.nullable(),
          pages: z
            .array(z.object({ url: z.string(), title: z.string().nullable() }))
            .meta({ description: 'The pages of the website that were read.' }),
        })
        .meta({ id: 'AssistantDraft' }),
    }),
  }),
}
