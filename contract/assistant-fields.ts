// The settings of an assistant, as responses show them and as requests set them.
import { z } from 'zod'
import { builtInTool, builtInToolInput } from './assistant-tools.ts'
import { assistantMode } from './catalogues.ts'
import { clearable } from './clearable.ts'
import { between, id, intBetween, requiredText, text, variables, webUrl } from './fields.ts'
import { handoverInput, handoverRules } from './handover.ts'

export const assistantType = z.enum(['inbound', 'outbound'])

const ids = (max: number) => z.array(id).max(max)
const boolean = z.boolean()
const fraction = between(0, 1)
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

export const evaluationSchema = z
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

/** An origin as browsers send it: scheme, host and port, without wildcards. */
const origin = z
  .string()
  .max(255)
  .refine(
    (value) => /^https?:[^*]+$/.test(value) && URL.parse(value)?.origin === value,
    'The :attribute format is invalid.',
  )

/** The settings in responses. */
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
  llm_model_id: id.nullable().meta({ description: 'For pipeline assistants.' }),
  multimodal_model_id: id.nullable().meta({ description: 'For multimodal and dualplex assistants.' }),
  chat_llm_fallback_id: id.nullable().meta({
    description:
      'Answers text conversations if the model of the assistant cannot write text, and takes over if that model fails.',
  }),
  llm_temperature: fraction,
  turn_detection_threshold: fraction.nullable().meta({ description: 'Null means automatic.' }),
  knowledgebase_id: id.nullable(),
  knowledgebase_mode: z
    .enum(['function_call', 'prompt'])
    .meta({ description: '`prompt` is available in pipeline mode only.' }),
  folder_id: id.nullable(),
  label_ids: ids(50),
  phone_number_id: id.nullable(),
  tool_ids: ids(50),
  tools: z.array(builtInTool),
  tts_emotion_enabled: boolean,
  voice_stability: fraction,
  voice_similarity: fraction,
  speech_speed: between(0.7, 1.2),
  synthesizer_provider_id: id
    .nullable()
    .meta({ description: 'Used in pipeline and dualplex mode. Defaults to the provider of the voice.' }),
  transcriber_provider_id: id.nullable(),
  allow_interruptions: boolean.meta({ description: 'Always true in multimodal and dualplex mode.' }),
  fillers: boolean.meta({ description: 'Pipeline mode only.' }),
  filler_config: z.object({
    positive: fillerWords,
    negative: fillerWords,
    question: fillerWords,
    neutral: fillerWords,
  }),
  record: boolean.meta({ description: 'Whether calls are recorded.' }),
  store_transcript: boolean.meta({
    description:
      'If false, what was said and written is deleted about a minute after a call or conversation has ended and its webhooks were delivered: transcript, timeline and evaluation of calls, messages and files of conversations. Recordings depend on `record`.',
  }),
  enable_noise_cancellation: boolean,
  wait_for_customer: boolean,
  max_duration: between(20, 1200).meta({ description: 'In seconds.' }),
  max_silence_duration: between(1, 360).meta({ description: 'In seconds.' }),
  max_initial_silence_duration: between(1, 120).nullable().meta({ description: 'In seconds.' }),
  ringing_time: between(1, 60).meta({ description: 'In seconds.' }),
  reengagement_interval: between(7, 600).meta({ description: 'In seconds.' }),
  reengagement_prompt: text(1000).nullable(),
  end_call_on_voicemail: boolean,
  voice_mail_message: text(1000).nullable(),
  endpoint_type: z.enum(['vad', 'ai']),
  endpoint_sensitivity: sensitivity,
  interrupt_sensitivity: sensitivity,
  min_interrupt_words: intBetween(0, 10).nullable(),
  ambient_sound: z.enum(['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature']),
  ambient_sound_volume: fraction,
  is_webhook_active: boolean,
  webhook_url: webUrl
    .nullable()
    .meta({ description: 'Called at the end of every call. Required while `is_webhook_active` is true.' }),
  send_webhook_only_on_completed: boolean,
  include_recording_in_webhook: boolean,
  is_inbound_webhook_active: boolean,
  inbound_webhook_url: webUrl.nullable().meta({
    description:
      'Called before an inbound call is answered, and at its end. Required while `is_inbound_webhook_active` is true.',
  }),
  post_call_evaluation: boolean,
  post_call_schema: evaluationSchema,
  variables: variables.meta({
    description:
      'Variables and their default values. Names may contain spaces and letters of any script. A call or a conversation can override the values, and so can an anonymous visitor unless `visitor_variables` restricts it. Never treat a value as proof of identity.',
  }),
  visitor_variables: z.array(requiredText(64)).max(50).nullable().meta({
    description:
      'The variables that anonymous visitors can set. An empty list allows none. Null, the default, allows every declared variable and every placeholder in the texts.',
  }),
  conversation_inactivity_timeout: between(1, 1440).meta({ description: 'In minutes.' }),
  conversation_ended_retrigger: boolean,
  conversation_ended_webhook_url: webUrl.nullable(),
  is_conversation_ended_webhook_active: boolean,
  handover: handoverRules.nullable(),
  widget_enabled: boolean.meta({ description: 'Whether anonymous visitors can talk to the assistant.' }),
  widget_origins: z
    .array(origin)
    .max(50)
    .meta({ description: 'Origins that visitors may come from. An empty list allows any origin.' }),
}

/** The settings in requests. */
export const assistantInput = clearable({
  ...assistantSettings,
  tools: z.array(builtInToolInput).max(20),
  handover: handoverInput.nullable(),
  filler_config: assistantSettings.filler_config.partial(),
  min_interrupt_words: between(0, 10).transform(Math.round).meta({ description: 'Rounded to whole words.' }),
})
