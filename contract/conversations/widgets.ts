// Endpoints of the widget of an assistant: how it looks on websites, and whether it works on one.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { text, uploadedFile } from '../wire/fields.ts'
import { noAssistant, ofAssistant, tooManyRequests } from '../wire/records.ts'

export const maxPictureBytes = 256 * 1024
export const maxQuestions = 4

const hexColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'The :attribute must be a color such as #0b6e66.')
  .meta({ description: 'The color of buttons and of what visitors write, as `#rrggbb`.', example: '#0b6e66' })

const title = text(60)
  .nullable()
  .meta({ description: 'The title of the chat. If null, “Chat with us” in the language of the widget.' })
const welcome = text(200)
  .nullable()
  .meta({ description: 'A text above the first message, such as the hours in which people answer.' })
const questions = z
  .array(text(100))
  .max(maxQuestions)
  .meta({ description: 'Questions that a visitor can ask with one click before their first message.' })
const theme = z.enum(['auto', 'light', 'dark']).meta({ description: '`auto` is that of the system.' })
const language = z
  .enum(['en', 'de', 'fr'])
  .nullable()
  .meta({ description: 'The language of the buttons. If null, that of the page.' })
const side = z
  .enum(['start', 'end'])
  .meta({ description: 'The corner of the window: at the start or the end of a line of text.' })

const appearance = {
  title: title.default(null),
  welcome: welcome.default(null),
  questions: questions.default([]),
  color: hexColor.default('#0b6e66'),
  theme: theme.default('auto'),
  language: language.default(null),
  side: side.default('end'),
}

const pictureUrl = z.string().nullable().meta({ description: 'The address of the picture, or null.' })

const widgetOutput = z
  .object({ title, welcome, questions, color: hexColor, theme, language, side, picture_url: pictureUrl })
  .meta({ id: 'Widget' })

const finding = z
  .object({
    check: z.enum([
      'assistant_active',
      'widget_enabled',
      'origin_allowed',
      'page_reachable',
      'script_found',
      'assistant_matches',
      'policy_allows',
    ]),
    passed: z.boolean(),
    detail: z.string().nullable().meta({ description: 'What was found, such as a status or an origin.' }),
  })
  .meta({ id: 'WidgetFinding' })

export const widgets = {
  get: endpoint('GET', '/api/user/assistant/{id}/widget', {
    summary: 'Get the appearance of the widget',
    description: 'Returns what was set for the assistant, or the defaults.',
    ...ofAssistant,
    reply: z.object({ data: widgetOutput }),
  }),

  update: endpoint('PUT', '/api/user/assistant/{id}/widget', {
    summary: 'Replace the appearance of the widget',
    description:
      'Fields that are not given get their default. Attributes of the script tag on a website take precedence. Browsers keep the appearance for five minutes, so websites show the change when their page is loaded after that time.',
    ...ofAssistant,
    body: z.object(appearance),
    reply: z.object({ message: z.string(), data: widgetOutput }),
  }),

  setPicture: endpoint('POST', '/api/user/assistant/{id}/widget/picture', {
    summary: 'Set the picture of the widget',
    description: 'A PNG, JPEG or WebP picture, shown small and round beside the title.',
    ...ofAssistant,
    body: z.object({ file: uploadedFile({ maxBytes: maxPictureBytes }) }),
    reply: z.object({ message: z.string(), data: widgetOutput }),
  }),

  removePicture: endpoint('DELETE', '/api/user/assistant/{id}/widget/picture', {
    summary: 'Remove the picture of the widget',
    description: 'Its address no longer works afterwards. Without a picture, nothing changes.',
    ...ofAssistant,
    reply: z.object({ message: z.string(), data: widgetOutput }),
  }),

  check: endpoint('POST', '/api/user/assistant/{id}/widget/check', {
    audit: 'none',
    summary: 'Check whether the widget works on a website',
    description:
      'Reads the page and looks for the script tag of the widget in its HTML, and for what would block it: a content security policy, or the settings of the assistant. A tag that a script adds later is not found. The checks are in the order in which to mend them; those that need the page are left out if it cannot be read.',
    ...ofAssistant,
    limit: { requests: 20, windowMs: 60_000, per: 'account' },
    body: z.object({ url: z.string().max(2000).meta({ example: 'https://www.example.com/' }) }),
    reply: z.object({ data: z.object({ works: z.boolean(), findings: z.array(finding) }) }),
  }),

  show: endpoint('GET', '/api/widgets/{id}', {
    summary: 'Get the appearance of the widget as a visitor',
    description: 'Needs no token. `id` is the UUID of the assistant.',
    auth: 'optional',
    browsers: true,
    params: z.object({ id: z.uuid() }),
    notFoundCode: { id: 'ASSISTANT_NOT_FOUND' },
    reply: z.object({ status: z.boolean(), data: widgetOutput }),
    refusals: { ...noAssistant, ...tooManyRequests },
    envelope: 'status',
  }),
}
