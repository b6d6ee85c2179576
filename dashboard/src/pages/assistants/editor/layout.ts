// Where each field of an assistant is in the editor, and what kind of input it has.

type Mode = 'pipeline' | 'multimodal' | 'dualplex'

export type Kind =
  | 'text'
  | 'prompt'
  | 'choice'
  | 'switch'
  | 'number'
  | 'slider'
  | 'timezone'
  | 'language'
  | 'languages'
  | 'voice'
  | 'llm'
  | 'realtime'
  | 'synthesizer'
  | 'transcriber'
  | 'knowledgebase'
  | 'phone-number'
  | 'folder'
  | 'labels'
  | 'http-tools'
  | 'tools'
  | 'fillers'
  | 'evaluation'
  | 'variables'
  | 'names'
  | 'origins'
  | 'handover'

export interface FieldPlace {
  kind: Kind
  /** Lines of a text. */
  rows?: number
  /** The unit of a number. */
  unit?: 'second' | 'minute' | 'word'
  /** The modes in which the field has an effect; all, if undefined. */
  modes?: readonly Mode[]
  /** The type of assistant for which the field has an effect; both, if undefined. */
  type?: 'inbound' | 'outbound'
  /** The switch or choice without which the field means nothing. */
  needs?: string
}

const pipeline: readonly Mode[] = ['pipeline']
const withVoice: readonly Mode[] = ['pipeline', 'dualplex']
const realtime: readonly Mode[] = ['multimodal', 'dualplex']

export const sections = {
  conversation: {
    initial_message: { kind: 'text', rows: 2 },
    system_prompt: { kind: 'prompt' },
  },
  models: {
    llm_model_id: { kind: 'llm', modes: pipeline },
    multimodal_model_id: { kind: 'realtime', modes: realtime },
  },
  voice: {
    voice_id: { kind: 'voice' },
    speech_speed: { kind: 'slider' },
  },
  language: {
    language_id: { kind: 'language' },
    secondary_language_ids: { kind: 'languages' },
  },
  knowledge: {
    knowledgebase_id: { kind: 'knowledgebase' },
    knowledgebase_mode: { kind: 'choice', modes: pipeline, needs: 'knowledgebase_id' },
  },
  turns: {
    wait_for_customer: { kind: 'switch' },
    allow_interruptions: { kind: 'switch', modes: pipeline },
    interrupt_sensitivity: { kind: 'slider' },
    min_interrupt_words: { kind: 'number', unit: 'word' },
    endpoint_type: { kind: 'choice' },
    endpoint_sensitivity: { kind: 'slider' },
    turn_detection_threshold: { kind: 'number' },
    enable_noise_cancellation: { kind: 'switch' },
  },
  silence: {
    max_silence_duration: { kind: 'number', unit: 'second' },
    max_initial_silence_duration: { kind: 'number', unit: 'second' },
    reengagement_interval: { kind: 'number', unit: 'second' },
    reengagement_prompt: { kind: 'text', rows: 3 },
  },
  style: {
    voice_stability: { kind: 'slider', modes: withVoice },
    voice_similarity: { kind: 'slider', modes: withVoice },
    tts_emotion_enabled: { kind: 'switch', modes: withVoice },
    ambient_sound: { kind: 'choice' },
    ambient_sound_volume: { kind: 'slider', needs: 'ambient_sound' },
  },
  fillers: {
    fillers: { kind: 'switch', modes: pipeline },
    filler_config: { kind: 'fillers', modes: pipeline, needs: 'fillers' },
  },
  tools: {
    tools: { kind: 'tools' },
    tool_ids: { kind: 'http-tools' },
  },
  handover: {
    handover: { kind: 'handover' },
  },
  calls: {
    phone_number_id: { kind: 'phone-number' },
    max_duration: { kind: 'number', unit: 'second' },
    ringing_time: { kind: 'number', unit: 'second', type: 'outbound' },
  },
  voicemail: {
    end_call_on_voicemail: { kind: 'switch', type: 'outbound' },
    voice_mail_message: { kind: 'text', rows: 3, type: 'outbound' },
  },
  texting: {
    conversation_inactivity_timeout: { kind: 'number', unit: 'minute' },
  },
  widget: {
    widget_enabled: { kind: 'switch' },
    widget_voice_enabled: { kind: 'switch', needs: 'widget_enabled' },
    widget_files_enabled: { kind: 'switch', needs: 'widget_enabled' },
    widget_origins: { kind: 'origins', needs: 'widget_enabled' },
  },
  evaluation: {
    post_call_evaluation: { kind: 'switch' },
    post_call_schema: { kind: 'evaluation', needs: 'post_call_evaluation' },
  },
  privacy: {
    record: { kind: 'switch' },
    store_transcript: { kind: 'switch' },
  },
  webhooks: {
    is_webhook_active: { kind: 'switch' },
    webhook_url: { kind: 'text', needs: 'is_webhook_active' },
    send_webhook_only_on_completed: { kind: 'switch', needs: 'is_webhook_active' },
    include_recording_in_webhook: { kind: 'switch', needs: 'is_webhook_active' },
    is_inbound_webhook_active: { kind: 'switch', type: 'inbound' },
    inbound_webhook_url: { kind: 'text', type: 'inbound', needs: 'is_inbound_webhook_active' },
    is_conversation_ended_webhook_active: { kind: 'switch' },
    conversation_ended_webhook_url: { kind: 'text', needs: 'is_conversation_ended_webhook_active' },
    conversation_ended_retrigger: { kind: 'switch', needs: 'is_conversation_ended_webhook_active' },
  },
  general: {
    name: { kind: 'text' },
    type: { kind: 'choice' },
    mode: { kind: 'choice' },
    timezone: { kind: 'timezone' },
    folder_id: { kind: 'folder' },
    label_ids: { kind: 'labels' },
  },
  providers: {
    llm_temperature: { kind: 'slider' },
    chat_llm_fallback_id: { kind: 'llm' },
    synthesizer_provider_id: { kind: 'synthesizer', modes: withVoice },
    transcriber_provider_id: { kind: 'transcriber' },
  },
  variables: {
    variables: { kind: 'variables' },
    visitor_variables: { kind: 'names' },
  },
} as const satisfies Record<string, Record<string, FieldPlace>>

export type SectionName = keyof typeof sections
type FieldsOf<S> = S extends unknown ? keyof S : never
export type FieldName = FieldsOf<(typeof sections)[SectionName]> & string

/** What the navigation of the editor lists. */
export const pages = {
  conversation: ['conversation', 'models', 'voice', 'language', 'knowledge'],
  behavior: ['turns', 'silence', 'style', 'fillers'],
  tools: ['tools', 'handover'],
  channels: ['calls', 'voicemail', 'texting', 'widget'],
  after: ['evaluation', 'privacy', 'webhooks'],
  advanced: ['general', 'providers', 'variables'],
} as const satisfies Record<string, readonly SectionName[]>

export type PageName = keyof typeof pages
/** What the address contains. */
export type PlaceName = PageName | SectionName

export const pageNames = Object.keys(pages) as PageName[]
const sectionNames = Object.keys(sections) as SectionName[]
export const placeNames: readonly PlaceName[] = [...new Set<PlaceName>([...pageNames, ...sectionNames])]
export const fieldsOf = (section: SectionName): FieldName[] => Object.keys(sections[section]) as FieldName[]
export const fieldNames: readonly FieldName[] = sectionNames.flatMap(fieldsOf)

const sectionByField = new Map(sectionNames.flatMap((section) => fieldsOf(section).map((name) => [name, section])))

/** The section of a field of the API, also of a part of it, such as `tools.2.data.message`. */
export const sectionOf = (path: string): SectionName | undefined =>
  sectionByField.get(path.split('.', 1)[0] as FieldName)

export const pageOf = (place: PlaceName): PageName =>
  pageNames.find((page) => page === place || (pages[page] as readonly string[]).includes(place))!

export const placeOf = (name: FieldName): FieldPlace =>
  (sections[sectionByField.get(name)!] as Record<string, FieldPlace>)[name]!

/** The fields of each type of built-in tool, in the order of the form; `true` for those that are required. */
export const toolForms = {
  call_transfer: {
    phone_numbers: true,
    extension: false,
    description: false,
    message: false,
    end_call_on_failure: false,
  },
  warm_call_transfer: {
    phone_numbers: true,
    extension: false,
    description: false,
    message: false,
    briefing: false,
    require_key: false,
    end_call_on_failure: false,
  },
  end_call: { description: false, message: false, enabled: false },
  dtmf_input: { description: false },
  collect_keypad: { description: false, max_digits: false, finish_key: false, timeout_seconds: false },
  calendar_integration: { calendly_event_type_uri: false, calcom_event_type: false, description: false },
  assistant_transfer: { assistant_id: true, description: false, message: false },
} as const

export type ToolType = keyof typeof toolForms
export const toolTypes = Object.keys(toolForms) as ToolType[]
