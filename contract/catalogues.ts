// The endpoints that list what an assistant can be made of: voices, models, languages, speech providers.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'

const provider = z.object({ id, name: z.string(), code: z.string() })
const ofLanguage = z.object({ language_id: id.optional() })
const filter = text(255).optional()

export const assistantMode = z.enum(['pipeline', 'multimodal', 'dualplex'])

export const catalogues = {
  voices: endpoint({
    method: 'GET',
    path: '/api/user/assistants/voices',
    summary: 'List voices',
    description:
      'Public voices and those of the account, by id. Filters by text compare whole values without regard to case; `search` looks for its words in name, accent, age and gender. At `preview_url` a chime stands in for a sample of the voice.',
    auth: 'key',
    query: z.object({
      mode: assistantMode.optional(),
      language_id: id.optional(),
      gender: filter,
      age: filter,
      accent: filter,
      search: filter,
      synthesizer_provider_id: id.optional(),
    }),
    reply: z.array(
      z.object({
        id,
        name: z.string(),
        language_id: id,
        gender: z.enum(['male', 'female']),
        preview_url: z.string().meta({
          description: 'A chime, the same for every voice: recordings of the voices do not come along.',
          format: 'uri',
        }),
        accent: z.string().nullable(),
        age: z.string().nullable(),
        synthesizer_provider_id: id.nullable().meta({ description: 'Null for the voice of a realtime model.' }),
      }),
    ),
    envelope: 'message',
  }),

  models: endpoint({
    method: 'GET',
    path: '/api/user/assistants/models',
    summary: 'List models',
    description:
      '`llm` are the models of pipeline assistants (`llm_model_id`); `multimodal` and `dualplex` those of assistants in that mode (`multimodal_model_id`).',
    auth: 'key',
    query: z.object({ type: z.enum(['llm', 'multimodal', 'dualplex']).default('llm') }),
    reply: z.array(
      z.object({ id, name: z.string(), code: z.string().optional().meta({ description: 'Not of type llm.' }) }),
    ),
    envelope: 'message',
  }),

  languages: endpoint({
    method: 'GET',
    path: '/api/user/assistants/languages',
    summary: 'List languages',
    description: 'Returns the languages that an assistant can speak, each with its ISO 639-1 code.',
    auth: 'key',
    reply: z.array(z.object({ id, name: z.string(), iso_2: z.string() })),
    envelope: 'message',
  }),

  phoneNumbers: endpoint({
    method: 'GET',
    path: '/api/user/assistants/phone-numbers',
    summary: 'List phone numbers that an assistant can be given',
    description: 'Empty: numbers come with calls, which are not served yet.',
    auth: 'key',
    query: z.object({ type: z.enum(['inbound', 'outbound']).optional() }),
    reply: z.array(
      z.object({
        id,
        phone_number: z.string(),
        country_code: z.string(),
        type_label: z.string(),
        is_available: z.boolean(),
      }),
    ),
    envelope: 'message',
  }),

  synthesizerProviders: endpoint({
    method: 'GET',
    path: '/api/user/assistants/synthesizer-providers',
    summary: 'List text-to-speech providers',
    description: 'Returns all providers, or those that support the language `language_id`.',
    auth: 'key',
    query: ofLanguage,
    reply: z.array(provider),
    envelope: 'message',
  }),

  transcriberProviders: endpoint({
    method: 'GET',
    path: '/api/user/assistants/transcriber-providers',
    summary: 'List speech-to-text providers',
    description: 'Returns all providers, or those that support the language `language_id`.',
    auth: 'key',
    query: ofLanguage,
    reply: z.array(provider),
    envelope: 'message',
  }),
}
