// The settings of an assistant, as responses show them and as requests set them.
import { z } from 'zod'
import { clearable } from '../wire/clearable.ts'
import { between, id, intBetween, requiredText, text, variables, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { builtInTool, builtInToolInput } from './assistant-tools.ts'
import { assistantMode } from './catalogues.ts'
import { evaluationInput, evaluationSchema } from './evaluation-fields.ts'
import { handoverInput, handoverRules } from './handover.ts'

export const assistantType = z.enum(['inbound', 'outbound'])

const ids = (max: number) => z.array(id).max(max)
const boolean = z.boolean()
const fraction = between(0, 1)
const sensitivity = between(0, 5)
const fillerWords = z.array(requiredText(100)).max(20)

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
  name: requiredText(255).meta({
    description: 'The name, which the assistant also states when a disclosure requires it.',
  }),
  type: assistantType.meta({
    description:
      '`outbound` assistants make calls from their phone number, `inbound` assistants answer the calls to it.',
  }),
  mode: assistantMode.meta({
    description:
      '`pipeline`: speech recognition, a language model and a voice. `multimodal`: one realtime model that hears and speaks. `dualplex`: a realtime model that hears, and a voice that speaks.',
  }),
  timezone: text(64).meta({
    description:
      'An IANA time zone, for office hours and for the date, weekday and time that end the instructions of every answer.',
    example: 'Europe/Berlin',
  }),
  language_id: id.meta({ description: 'The language of the greeting, the speech recognition and the voice.' }),
  secondary_language_ids: ids(20).meta({
    description:
      'Other languages that customers may speak. The assistant continues in one of them after two utterances of a customer.',
  }),
  voice_id: id.meta({ description: 'The voice that speaks in calls. It must fit the mode and the language.' }),
  initial_message: text(200)
    .nullable()
    .meta({ description: 'The greeting. May use {{variable_name}} placeholders. Spoken without markup.' }),
  system_prompt: text(50_000).nullable().meta({
    description:
      'The instructions for the language model. May use {{variable_name}} placeholders, also `current_date`, `current_time`, `current_weekday`, `timezone`, `assistant_name`, `customer_name` and `customer_phone`.',
  }),
  llm_model_id: id.nullable().meta({ description: 'The language model, for pipeline assistants.' }),
  multimodal_model_id: id
    .nullable()
    .meta({ description: 'The realtime model, for multimodal and dualplex assistants.' }),
  chat_llm_fallback_id: id.nullable().meta({
    description:
      'Answers text conversations if the model of the assistant cannot write text, and takes over if that model fails.',
  }),
  llm_temperature: fraction.meta({ description: 'How much answers vary: 0 for the most predictable ones.' }),
  turn_detection_threshold: fraction
    .nullable()
    .meta({ description: 'How clearly sound must be speech to count as speech. Null means automatic.' }),
  knowledgebase_id: id.nullable().meta({ description: 'The knowledgebase that the assistant answers from.' }),
  knowledgebase_mode: z.enum(['function_call', 'prompt']).meta({
    description:
      '`function_call`: the model searches when it needs to. `prompt`: the passages that fit the question are in every prompt; available in pipeline mode only.',
  }),
  folder_id: id.nullable().meta({ description: 'The folder that contains the assistant.' }),
  label_ids: ids(50).meta({ description: 'The labels of the assistant, which lists can be filtered by.' }),
  phone_number_id: id
    .nullable()
    .meta({ description: 'The number that the assistant calls from, or whose calls it answers.' }),
  tool_ids: ids(50).meta({ description: 'The HTTP tools of the account that the assistant may use.' }),
  tools: z.array(builtInTool).meta({ description: 'The built-in tools that the assistant may use.' }),
  tts_emotion_enabled: boolean.meta({
    description: 'Whether the voice speaks with emotion, if its provider supports it.',
  }),
  voice_stability: fraction.meta({ description: 'How evenly the voice speaks, if its provider supports it.' }),
  voice_similarity: fraction.meta({
    description: 'How closely speech follows the original voice, if its provider supports it.',
  }),
  speech_speed: between(0.7, 1.2).meta({ description: 'The speed of speech; 1 is the usual speed of the voice.' }),
  synthesizer_provider_id: id.nullable().meta({
    description: 'The speech synthesis, used in pipeline and dualplex mode. Defaults to the provider of the voice.',
  }),
  transcriber_provider_id: id
    .nullable()
    .meta({ description: 'The speech recognition. Defaults to the first provider of the language.' }),
  allow_interruptions: boolean.meta({
    description: 'Whether the customer can interrupt the assistant. Always true in multimodal and dualplex mode.',
  }),
  fillers: boolean.meta({
    description: 'Whether the assistant says filler words while it thinks. Pipeline mode only.',
  }),
  filler_config: z
    .object({
      positive: fillerWords,
      negative: fillerWords,
      question: fillerWords,
      neutral: fillerWords,
    })
    .meta({
      description: 'The filler words for each kind of statement of the customer. Defaults to those of the language.',
    }),
  record: boolean.meta({ description: 'Whether calls are recorded.' }),
  store_transcript: boolean.meta({
    description:
      'If false, what was said and written is deleted about a minute after a call or conversation has ended and its webhooks were delivered: transcript, timeline and evaluation of calls, messages and files of conversations. Recordings depend on `record`.',
  }),
  enable_noise_cancellation: boolean.meta({
    description: 'Whether background noise of the customer is suppressed before speech is recognized.',
  }),
  wait_for_customer: boolean.meta({ description: 'Whether the assistant is silent until the customer has spoken.' }),
  max_duration: between(20, 1200).meta({ description: 'The longest call, in seconds.' }),
  max_silence_duration: between(1, 360).meta({ description: 'The call ends after this silence, in seconds.' }),
  max_initial_silence_duration: between(1, 120).nullable().meta({
    description: 'The call ends after this silence at its beginning, in seconds. Null means `max_silence_duration`.',
  }),
  ringing_time: between(1, 60).meta({ description: 'How long an outbound call rings, in seconds.' }),
  reengagement_interval: between(7, 600).meta({
    description: 'The silence after which the assistant speaks to the customer, in seconds.',
  }),
  reengagement_prompt: text(1000).nullable().meta({
    description:
      'An instruction for what the assistant says to a silent customer. Without it, it asks whether the customer is still there.',
  }),
  end_call_on_voicemail: boolean.meta({
    description: 'Whether the call ends when an answering machine is detected, after `voice_mail_message`.',
  }),
  voice_mail_message: text(1000)
    .nullable()
    .meta({ description: 'Spoken to an answering machine. May use {{variable_name}} placeholders.' }),
  endpoint_type: z.enum(['vad', 'ai']).meta({
    description:
      'What decides that the customer has finished: pauses and words (`vad`), or the speech recognition or realtime model (`ai`).',
  }),
  endpoint_sensitivity: sensitivity.meta({
    description: 'How soon a pause ends the turn of the customer; higher values answer sooner.',
  }),
  interrupt_sensitivity: sensitivity.meta({
    description: 'How soon speech of the customer interrupts the assistant; higher values react sooner.',
  }),
  min_interrupt_words: intBetween(0, 10)
    .nullable()
    .meta({ description: 'The words that the customer must say to interrupt the assistant. Null means one.' }),
  ambient_sound: z
    .enum(['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'])
    .meta({ description: 'A background sound in calls.' }),
  ambient_sound_volume: fraction.meta({ description: 'The volume of the background sound.' }),
  is_webhook_active: boolean.meta({ description: 'Whether `webhook_url` is called.' }),
  webhook_url: personal(
    'url',
    webUrl
      .nullable()
      .meta({ description: 'Called at the end of every call. Required while `is_webhook_active` is true.' }),
  ),
  send_webhook_only_on_completed: boolean.meta({
    description: 'Whether `webhook_url` is called for completed calls only, not for calls that nobody answered.',
  }),
  include_recording_in_webhook: boolean.meta({
    description: 'Whether the webhook contains the address of the recording.',
  }),
  is_inbound_webhook_active: boolean.meta({ description: 'Whether `inbound_webhook_url` is called.' }),
  inbound_webhook_url: personal(
    'url',
    webUrl.nullable().meta({
      description:
        'Called before an inbound call is answered, and at its end. Required while `is_inbound_webhook_active` is true.',
    }),
  ),
  post_call_evaluation: boolean.meta({
    description: 'Whether calls and conversations are evaluated by a language model when they have ended.',
  }),
  post_call_schema: evaluationSchema.meta({
    description: 'The values that the evaluation extracts from the transcript.',
  }),
  variables: variables.meta({
    description:
      'Variables and their default values. Names may contain spaces and letters of any script. A call or a conversation can override the values, and so can an anonymous visitor unless `visitor_variables` restricts it. Never treat a value as proof of identity.',
  }),
  visitor_variables: z.array(requiredText(64)).max(50).nullable().meta({
    description:
      'The variables that anonymous visitors can set. An empty list allows none. Null, the default, allows every declared variable and every placeholder in the texts.',
  }),
  conversation_inactivity_timeout: between(1, 1440).meta({
    description: 'A text conversation ends after this time without messages, in minutes.',
  }),
  conversation_ended_retrigger: boolean.meta({
    description: 'Whether the webhook is sent again when a conversation was continued and ended again.',
  }),
  conversation_ended_webhook_url: personal(
    'url',
    webUrl.nullable().meta({ description: 'Called when a text conversation has ended.' }),
  ),
  is_conversation_ended_webhook_active: boolean.meta({
    description: 'Whether `conversation_ended_webhook_url` is called.',
  }),
  handover: handoverRules.nullable(),
  widget_enabled: boolean.meta({ description: 'Whether anonymous visitors can talk to the assistant.' }),
  widget_voice_enabled: boolean.meta({
    description:
      'Whether anonymous visitors can also call the assistant from their browser, which costs as much as other calls.',
  }),
  widget_origins: z
    .array(origin)
    .max(50)
    .meta({ description: 'Origins that visitors may come from. An empty list allows any origin.' }),
  widget_files_enabled: boolean.meta({
    description:
      'Whether anonymous visitors can send files: pictures, PDF, Word and text. The language model reads what it can.',
  }),
}

/** The settings in requests. */
export const assistantInput = clearable({
  ...assistantSettings,
  tools: z.array(builtInToolInput).max(20).meta({ description: 'The built-in tools that the assistant may use.' }),
  handover: handoverInput
    .nullable()
    .meta({ description: 'When text conversations are handed over to a person. Without rules, never.' }),
  post_call_schema: evaluationInput.meta({ description: assistantSettings.post_call_schema.description }),
  filler_config: assistantSettings.filler_config
    .partial()
    .meta({ description: assistantSettings.filler_config.description }),
  min_interrupt_words: between(0, 10).transform(Math.round).meta({
    description:
      'The words that the customer must say to interrupt the assistant, rounded to whole words. Null means one.',
  }),
})

export const assistantStatus = z.enum(['inactive', 'active'])

export const assistantSummary = z
  .object({
    id,
    name: z.string(),
    status: assistantStatus,
    type: assistantType,
    mode: assistantSettings.mode,
  })
  .meta({ id: 'AssistantSummary' })

/** The defaults that depend neither on the account nor on the language. Nullable fields that are not listed default to null. */
export const assistantDefaults = {
  type: 'outbound',
  mode: 'pipeline',
  secondary_language_ids: [],
  llm_temperature: 0.1,
  knowledgebase_mode: 'function_call',
  label_ids: [],
  tool_ids: [],
  tools: [],
  tts_emotion_enabled: true,
  voice_stability: 0.7,
  voice_similarity: 0.5,
  speech_speed: 1,
  allow_interruptions: true,
  fillers: false,
  record: false,
  store_transcript: true,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  ringing_time: 30,
  reengagement_interval: 30,
  end_call_on_voicemail: true,
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  ambient_sound: 'off',
  ambient_sound_volume: 0.5,
  is_webhook_active: false,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  is_inbound_webhook_active: false,
  post_call_evaluation: true,
  post_call_schema: [],
  variables: {},
  conversation_inactivity_timeout: 30,
  conversation_ended_retrigger: false,
  is_conversation_ended_webhook_active: true,
  widget_enabled: true,
  widget_voice_enabled: false,
  widget_origins: [],
  widget_files_enabled: false,
} as const satisfies { [F in keyof typeof assistantSettings]?: unknown }
