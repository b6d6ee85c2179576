// The assistant as the house knows it: every setting filled, units in the names.
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export type AssistantType = 'inbound' | 'outbound'
export type EngineMode = 'pipeline' | 'multimodal' | 'dualplex'
export type EvaluationType = 'string' | 'number' | 'bool'

export interface EvaluationField {
  name: string
  type: EvaluationType
  description: string
}

/** A built-in tool that is switched on for an assistant: its type and what that type needs to know. */
export interface BuiltInTool {
  type:
    | 'call_transfer'
    | 'warm_call_transfer'
    | 'end_call'
    | 'dtmf_input'
    | 'collect_keypad'
    | 'calendar_integration'
    | 'assistant_transfer'
  data: Record<string, unknown>
}

export type AssistantStatus = 'inactive' | 'active'

/** Everything that its owner decides. */
export interface AssistantSettings {
  name: string
  type: AssistantType
  mode: EngineMode
  timezone: string
  languageId: number
  secondaryLanguageIds: number[]
  voiceId: number
  initialMessage: string | null
  systemPrompt: string | null
  llmModelId: number | null
  multimodalModelId: number | null
  chatLlmFallbackId: number | null
  llmTemperature: number
  turnDetectionThreshold: number | null
  knowledgebaseId: number | null
  knowledgebaseMode: 'function_call' | 'prompt'
  folderId: number | null
  labelIds: number[]
  phoneNumberId: number | null
  toolIds: number[]
  tools: BuiltInTool[]
  ttsEmotionEnabled: boolean
  voiceStability: number
  voiceSimilarity: number
  speechSpeed: number
  synthesizerProviderId: number | null
  transcriberProviderId: number | null
  allowInterruptions: boolean
  fillers: boolean
  fillerConfig: Record<string, string[]>
  record: boolean
  enableNoiseCancellation: boolean
  waitForCustomer: boolean
  maxDurationSeconds: number
  maxSilenceDurationSeconds: number
  maxInitialSilenceDurationSeconds: number | null
  ringingTimeSeconds: number
  reengagementIntervalSeconds: number
  reengagementPrompt: string | null
  endCallOnVoicemail: boolean
  voiceMailMessage: string | null
  endpointType: 'vad' | 'ai'
  endpointSensitivity: number
  interruptSensitivity: number
  minInterruptWords: number | null
  ambientSound: string
  ambientSoundVolume: number
  isWebhookActive: boolean
  webhookUrl: string | null
  sendWebhookOnlyOnCompleted: boolean
  includeRecordingInWebhook: boolean
  inboundWebhookUrl: string | null
  isInboundWebhookActive: boolean
  postCallEvaluation: boolean
  postCallSchema: EvaluationField[]
  variables: Record<string, string>
  /** The only variables that anonymous visitors can set; null for all declared ones. */
  visitorVariables: string[] | null
  conversationInactivityTimeoutMinutes: number
  conversationEndedRetrigger: boolean
  conversationEndedWebhookUrl: string | null
  isConversationEndedWebhookActive: boolean
  /** Anonymous visitors may talk to it, from these origins when any are set. */
  widgetEnabled: boolean
  widgetOrigins: string[]
}

export interface Assistant extends AssistantSettings {
  id: number
  uuid: string
  accountId: number
  status: AssistantStatus
  /** By hand: until it is activated again it answers only who has a token of its account. */
  deactivated: boolean
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** What to change: null gives a setting back its default, or empties one that may be empty. */
export type AssistantPatch = { [S in keyof AssistantSettings]?: AssistantSettings[S] | null }

/** A custom tool of the account: an HTTP function that an assistant may call in mid-conversation. */
export interface HttpTool extends HttpToolFields {
  id: number
  accountId: number
  /** What `openHeaders` opens; `headers` has the values masked. */
  sealedHeaders: Buffer
}

/** Everything that its owner decides. */
export interface HttpToolFields {
  name: string
  description: string
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  /** JSON Schema of the arguments, an object at its root. */
  parameters: Record<string, unknown>
  speakDuring: string | null
  timeoutSeconds: number
}
