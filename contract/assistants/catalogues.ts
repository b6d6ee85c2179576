// Endpoints that list the voices, models, languages and speech providers that an assistant can use.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, text } from '../wire/fields.ts'

const provider = z.object({ id, name: z.string(), code: z.string() })
const available = z.boolean().default(false).meta({
  description:
    'Whether only what answers now is listed: what is built in, and that of vendors with a key. Otherwise, another vendor or the built-in model replaces a vendor without a key.',
})
const ofLanguage = z.object({ language_id: id.optional(), available })
const filter = text(255).optional()

export const assistantMode = z.enum(['pipeline', 'multimodal', 'dualplex'])

const listPrice = z.object({
  product: z.string().meta({ description: 'What the vendor sells at this price.', example: 'GPT-4.1 mini' }),
  unit: z.enum(['minute', 'thousand_characters', 'million_tokens', 'million_audio_tokens']),
  input_usd: z.number().meta({ description: 'For one unit, or for one unit of input if output has another price.' }),
  output_usd: z.number().nullable(),
  as_of: z.iso.date().meta({ description: 'The day on which the page of the vendor stated the price.' }),
  source: z.url().meta({ description: 'The page of the vendor.' }),
})

const partSupport = z.object({
  works: z.boolean(),
  vendors: z.array(z.string()).meta({ description: 'The vendors whose key would make it work. Empty if it works.' }),
  packs: z
    .array(z.string())
    .meta({ description: 'The titles of the voice packs that would make it work. Empty if it works.' }),
})

const choice = z
  .object({
    kind: z.enum(['llm', 'realtime', 'synthesizer', 'transcriber']),
    id: id.meta({ description: 'The id of the model or the provider in the list of its kind.' }),
    minute_usd: z.number().nullable().meta({
      description:
        'What the vendor charges for a minute of a call at its list price. For language models with the tokens, for text-to-speech with the characters that the measured calls have used per minute, without discounts for cached input; null if they have less than a minute in total.',
    }),
    list_price: listPrice.nullable().meta({
      description: 'What the vendor charges anyone who has a key. Null if its page could not be verified.',
    }),
    latency: z.object({ median_ms: z.int(), answers: z.int() }).nullable().meta({
      description:
        "Models: from the end of the customer's speech until the customer hears the answer. Text-to-speech providers: from the first word of the model to the first audio. Speech-to-text providers: from the end of the customer's speech until its words are known. Calls in which another model or provider took part do not count.",
    }),
  })
  .meta({ id: 'ChoiceMetrics' })

export const catalogues = {
  voices: endpoint('GET', '/api/user/assistants/voices', {
    summary: 'List voices',
    description:
      'Returns public voices and voices of the account, ordered by id. `gender`, `age` and `accent` match whole values, ignoring case. `search` looks for its words in name, accent, age and gender.',
    query: z.object({
      mode: assistantMode.optional(),
      language_id: id.optional(),
      gender: filter,
      age: filter,
      accent: filter,
      search: filter,
      synthesizer_provider_id: id.optional(),
      available,
    }),
    reply: z.array(
      z.object({
        id,
        name: z.string(),
        language_id: id,
        gender: z.enum(['male', 'female']),
        preview_url: z.string().meta({
          description:
            'A WAV file that is synthesized as this installation would speak in a call. Without a key for the vendor, it is the offline voice of the same gender. If nothing can speak the language, and for own voices, it is a chime. The first request can take a few seconds, and returns 503 if too many are in progress.',
          format: 'uri',
        }),
        accent: z.string().nullable(),
        age: z.string().nullable(),
        synthesizer_provider_id: id.nullable().meta({ description: 'Null for a voice of a realtime model.' }),
      }),
    ),
  }),

  models: endpoint('GET', '/api/user/assistants/models', {
    summary: 'List models',
    description:
      'Type `llm` returns models for pipeline assistants (`llm_model_id`). Types `multimodal` and `dualplex` return models for assistants in that mode (`multimodal_model_id`).',
    query: z.object({ type: z.enum(['llm', 'multimodal', 'dualplex']).default('llm'), available }),
    reply: z.array(
      z.object({ id, name: z.string(), code: z.string().optional().meta({ description: 'Absent for type `llm`.' }) }),
    ),
  }),

  languages: endpoint('GET', '/api/user/assistants/languages', {
    summary: 'List languages',
    description: 'Returns the languages that an assistant can speak, each with its ISO 639-1 code.',
    reply: z.array(z.object({ id, name: z.string(), iso_2: z.string() })),
  }),

  phoneNumbers: endpoint('GET', '/api/user/assistants/phone-numbers', {
    summary: 'List phone numbers for assistants',
    description:
      'Returns the phone numbers of the account, or those for calls of one direction. A number is available unless `type` is not `outbound` and another assistant already answers its inbound calls.',
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
  }),

  synthesizerProviders: endpoint('GET', '/api/user/assistants/synthesizer-providers', {
    summary: 'List text-to-speech providers',
    description: 'Returns the providers. `language_id` restricts them to those that support the language.',
    query: ofLanguage,
    reply: z.array(provider),
  }),

  transcriberProviders: endpoint('GET', '/api/user/assistants/transcriber-providers', {
    summary: 'List speech-to-text providers',
    description: 'Returns the providers. `language_id` restricts them to those that support the language.',
    query: ofLanguage,
    reply: z.array(provider),
  }),

  languageSupport: endpoint('GET', '/api/user/assistants/language-support', {
    summary: 'Get what works in which language',
    description:
      'Returns for each language whether recognition, voice and answers work with the keys, voice packs and programs that are configured now, and what would make the rest work.',
    reply: z.array(z.object({ language_id: id, recognition: partSupport, voice: partSupport, answers: partSupport })),
  }),

  choiceMetrics: endpoint('GET', '/api/user/assistants/choice-metrics', {
    summary: 'Get prices and latency of choices',
    description:
      'Returns what models and speech providers cost and how fast they answer, for those of which either is known. Latency is measured in up to 500 calls of the account in the last 30 days, never in those of other accounts.',
    reply: z.object({
      call_minute_usd: z.number().meta({
        description: 'What the account pays Parley for a minute of a phone call, with any choice. 0 if calls are free.',
      }),
      measured_days: z.int(),
      measured_calls: z.int().meta({ description: 'Calls of the account in these days that were measured.' }),
      data: z.array(choice),
    }),
  }),
}
