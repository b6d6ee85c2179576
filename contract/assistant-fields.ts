// The configuration of an assistant, field by field: as it is shown, and as it may be given.
import { z } from 'zod'
import { builtInTool, builtInToolGiven } from './assistant-tools.ts'
import { assistantMode } from './catalogues.ts'
import { between, id, intBetween, requiredText, text, variables, webUrl } from './fields.ts'

export const assistantType = z.enum(['inbound', 'outbound'])

const ids = (max: number) => z.array(id).max(max)
const flag = z.boolean()
const share = between(0, 1)
const sensitivity = between(0, 5)
const fillerWords = z.array(requiredText(100)).max(20)

const evaluationField = z.object({
  name: z
    .string()
    .min(3)
    .max(16)
    .regex(/^[a-z0-9_]*$/),
  type: z.enum(['string', 'number', 'bool']),
  description: z.string().min(3).max(255),
})

const evaluationSchema = z
  .array(evaluationField)
  .max(50)
  .superRefine((fields, check) => {
    for (const [index, { name }] of fields.entries()) {
      if (fields.findIndex((other) => other.name === name) === index) continue
      check.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: 'The :attribute field has a duplicate value.',
      })
    }
  })

/** Scheme, host and port alone, as browsers send it: one origin, no pattern. */
const origin = z
  .string()
  .max(255)
  .refine(
    (given) => /^https?:[^*]+$/.test(given) && URL.parse(given)?.origin === given,
    'The :attribute format is invalid.',
  )

/** Every field as it is shown. */
export const assistantSettings = {
  name: requiredText(255),
  type: assistantType,
  mode: assistantMode,
  timezone: text(64).meta({ example: 'Europe/Berlin' }),
  language_id: id,
  secondary_language_ids: ids(20),
  voice_id: id,
  initial_message: text(200).nullable().meta({ description: 'May use {{variable_name}} placeholders.' }),
  system_prompt: text(50_000).nullable().meta({ description: 'May use {{variable_name}} placeholders.' }),
  llm_model_id: id.nullable().meta({ description: 'Of pipeline assistants.' }),
  multimodal_model_id: id.nullable().meta({ description: 'Of multimodal and dualplex assistants.' }),
  chat_llm_fallback_id: id.nullable().meta({
    description: 'The model that writes when the own one cannot: of a text conversation, or after a failure.',
  }),
  llm_temperature: share,
  turn_detection_threshold: share.nullable().meta({ description: 'Null: automatic.' }),
  knowledgebase_id: id.nullable(),
  knowledgebase_mode: z.enum(['function_call', 'prompt']).meta({ description: '`prompt` in pipeline mode only.' }),
  folder_id: id.nullable(),
  label_ids: ids(50),
  phone_number_id: id.nullable(),
  tool_ids: ids(50),
  tools: z.array(builtInTool),
  tts_emotion_enabled: flag,
  voice_stability: share,
  voice_similarity: share,
  speech_speed: between(0.7, 1.2),
  synthesizer_provider_id: id
    .nullable()
    .meta({ description: 'Relevant to pipeline and dualplex; follows the voice unless given.' }),
  transcriber_provider_id: id.nullable(),
  allow_interruptions: flag.meta({ description: 'Always true in multimodal and dualplex mode.' }),
  fillers: flag.meta({ description: 'Pipeline mode only.' }),
  filler_config: z.object({
    positive: fillerWords,
    negative: fillerWords,
    question: fillerWords,
    neutral: fillerWords,
  }),
  record: flag,
  enable_noise_cancellation: flag,
  wait_for_customer: flag,
  max_duration: between(20, 1200).meta({ description: 'Seconds.' }),
  max_silence_duration: between(1, 360).meta({ description: 'Seconds.' }),
  max_initial_silence_duration: between(1, 120).nullable().meta({ description: 'Seconds.' }),
  ringing_time: between(1, 60).meta({ description: 'Seconds.' }),
  reengagement_interval: between(7, 600).meta({ description: 'Seconds.' }),
  reengagement_prompt: text(1000).nullable(),
  end_call_on_voicemail: flag,
  voice_mail_message: text(1000).nullable(),
  endpoint_type: z.enum(['vad', 'ai']),
  endpoint_sensitivity: sensitivity,
  interrupt_sensitivity: sensitivity,
  min_interrupt_words: intBetween(0, 10).nullable(),
  ambient_sound: z.enum(['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature']),
  ambient_sound_volume: share,
  is_webhook_active: flag,
  webhook_url: webUrl.nullable().meta({ description: 'Told of the end of every call; required when active.' }),
  send_webhook_only_on_completed: flag,
  include_recording_in_webhook: flag,
  is_inbound_webhook_active: flag,
  inbound_webhook_url: webUrl
    .nullable()
    .meta({ description: 'Asked before an inbound call is answered, told of its end; required when active.' }),
  post_call_evaluation: flag,
  post_call_schema: evaluationSchema,
  variables: variables.meta({
    description:
      'Variables and their default values. Names may contain spaces and letters of any script. Calls and conversations can give other values, and so can anonymous visitors unless `visitor_variables` restricts them: never treat a value as proof of who somebody is.',
  }),
  visitor_variables: z.array(requiredText(64)).max(50).nullable().meta({
    description:
      'The only variables that anonymous visitors can set; with an empty list they can set none. Null, the default: every variable that is declared or has a placeholder in the texts.',
  }),
  conversation_inactivity_timeout: between(1, 1440).meta({ description: 'Minutes.' }),
  conversation_ended_retrigger: flag,
  conversation_ended_webhook_url: webUrl.nullable(),
  is_conversation_ended_webhook_active: flag,
  widget_enabled: flag.meta({ description: 'Anonymous visitors may talk to it.' }),
  widget_origins: z.array(origin).max(50).meta({ description: 'Origins that visitors may come from; empty: any.' }),
}

type Clearable<Shape extends Record<string, z.ZodType>> = {
  [F in keyof Shape]: z.ZodOptional<Shape[F] extends z.ZodNullable ? Shape[F] : z.ZodNullable<Shape[F]>>
}

/** Absent leaves a field as it is, null gives it back its default, or nothing where it may be empty. */
function clearable<Shape extends Record<string, z.ZodType>>(shape: Shape): Clearable<Shape> {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    (schema instanceof z.ZodNullable ? schema : schema.nullable()).optional(),
  ])
  return Object.fromEntries(fields)
}

/** Every field as it may be given. */
export const assistantGiven = clearable({
  ...assistantSettings,
  tools: z.array(builtInToolGiven).max(20),
  filler_config: assistantSettings.filler_config.partial(),
  min_interrupt_words: between(0, 10).transform(Math.round).meta({ description: 'Rounded to whole words.' }),
})
