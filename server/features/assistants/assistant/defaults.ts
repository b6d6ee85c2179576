// The assistant that one gets for a name alone.
import {
  defaultLanguage,
  defaultLlmModel,
  defaultTranscriberProvider,
  defaultVoice,
} from '#server/features/catalogues/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantSettings } from './assistant.ts'
import { languageTexts } from './language-texts.ts'

/** The settings that nothing else is tied to, and nothing is searched by. */
export type Configuration = Omit<
  AssistantSettings,
  | 'name'
  | 'type'
  | 'mode'
  | 'languageId'
  | 'voiceId'
  | 'llmModelId'
  | 'multimodalModelId'
  | 'chatLlmFallbackId'
  | 'synthesizerProviderId'
  | 'transcriberProviderId'
  | 'folderId'
  | 'knowledgebaseId'
  | 'phoneNumberId'
  | 'labelIds'
  | 'toolIds'
>

export function newConfiguration(): Configuration {
  const { greeting, fillers } = languageTexts('en')
  return {
    timezone: 'UTC',
    secondaryLanguageIds: [],
    initialMessage: greeting,
    systemPrompt:
      'You are a friendly and helpful assistant. Answer briefly and clearly. Ask when something is unclear, and say so when you do not know.',
    llmTemperature: 0.1,
    turnDetectionThreshold: null,
    knowledgebaseMode: 'function_call',
    tools: [],
    ttsEmotionEnabled: true,
    voiceStability: 0.7,
    voiceSimilarity: 0.5,
    speechSpeed: 1,
    allowInterruptions: true,
    fillers: false,
    fillerConfig: fillers,
    record: false,
    enableNoiseCancellation: true,
    waitForCustomer: false,
    maxDurationSeconds: 600,
    maxSilenceDurationSeconds: 40,
    maxInitialSilenceDurationSeconds: null,
    ringingTimeSeconds: 30,
    reengagementIntervalSeconds: 30,
    reengagementPrompt: null,
    endCallOnVoicemail: true,
    voiceMailMessage: null,
    endpointType: 'vad',
    endpointSensitivity: 0.5,
    interruptSensitivity: 0.5,
    minInterruptWords: null,
    ambientSound: 'off',
    ambientSoundVolume: 0.5,
    isWebhookActive: false,
    webhookUrl: null,
    sendWebhookOnlyOnCompleted: true,
    includeRecordingInWebhook: true,
    isInboundWebhookActive: false,
    inboundWebhookUrl: null,
    postCallEvaluation: true,
    postCallSchema: [],
    variables: {},
    visitorVariables: null,
    conversationInactivityTimeoutMinutes: 30,
    conversationEndedRetrigger: false,
    conversationEndedWebhookUrl: null,
    isConversationEndedWebhookActive: true,
    widgetEnabled: true,
    widgetOrigins: [],
  }
}

/** Without a name yet. */
export function newSettings(ctx: AccountContext | Tx): AssistantSettings {
  const languageId = defaultLanguage().id
  const voice = defaultVoice({ mode: 'pipeline', languageId })!
  return {
    ...newConfiguration(),
    name: '',
    type: 'outbound',
    mode: 'pipeline',
    timezone: ctx.account.timeZone,
    languageId,
    voiceId: voice.id,
    llmModelId: defaultLlmModel(ctx).id,
    multimodalModelId: null,
    chatLlmFallbackId: null,
    synthesizerProviderId: voice.synthesizerProviderId,
    transcriberProviderId: defaultTranscriberProvider(languageId)?.id ?? null,
    folderId: null,
    knowledgebaseId: null,
    phoneNumberId: null,
    labelIds: [],
    toolIds: [],
  }
}
