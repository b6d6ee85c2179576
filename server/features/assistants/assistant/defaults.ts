// The default settings of an assistant.
import { assistantSettings } from '#contract/assistant-fields.ts'
import {
  defaultLanguage,
  defaultLlmModel,
  defaultTranscriberProvider,
  defaultVoice,
} from '#server/features/catalogues/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantSettings } from './assistant.ts'
import { languageTexts } from './language-texts.ts'
import { fields, settingOf } from './setting-names.ts'

type NullableSetting = {
  [S in keyof AssistantSettings]: null extends AssistantSettings[S] ? S : never
}[keyof AssistantSettings]

type AccountSetting = 'name' | 'type' | 'mode' | 'languageId' | 'voiceId' | 'labelIds' | 'toolIds'

const nulls = Object.fromEntries(
  fields.filter((field) => assistantSettings[field].safeParse(null).success).map((field) => [settingOf(field), null]),
) as Pick<AssistantSettings, NullableSetting>

/** The defaults that do not depend on the account. Nullable settings that are not listed default to null. */
export function commonDefaults(): Omit<AssistantSettings, AccountSetting> {
  const { greeting, fillers } = languageTexts('en')
  return {
    ...nulls,
    timezone: 'UTC',
    secondaryLanguageIds: [],
    initialMessage: greeting,
    systemPrompt:
      'You are a friendly and helpful assistant. Answer briefly and clearly. Ask when something is unclear, and say so when you do not know.',
    llmTemperature: 0.1,
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
    storeTranscript: true,
    enableNoiseCancellation: true,
    waitForCustomer: false,
    maxDurationSeconds: 600,
    maxSilenceDurationSeconds: 40,
    ringingTimeSeconds: 30,
    reengagementIntervalSeconds: 30,
    endCallOnVoicemail: true,
    endpointType: 'vad',
    endpointSensitivity: 0.5,
    interruptSensitivity: 0.5,
    ambientSound: 'off',
    ambientSoundVolume: 0.5,
    isWebhookActive: false,
    sendWebhookOnlyOnCompleted: true,
    includeRecordingInWebhook: true,
    isInboundWebhookActive: false,
    postCallEvaluation: true,
    postCallSchema: [],
    variables: {},
    conversationInactivityTimeoutMinutes: 30,
    conversationEndedRetrigger: false,
    isConversationEndedWebhookActive: true,
    widgetEnabled: true,
    widgetOrigins: [],
  }
}

/** The settings of a new assistant, without its name. */
export function newSettings(ctx: AccountContext | Tx): AssistantSettings {
  const languageId = defaultLanguage().id
  const voice = defaultVoice({ mode: 'pipeline', languageId })!
  return {
    ...commonDefaults(),
    name: '',
    type: 'outbound',
    mode: 'pipeline',
    timezone: ctx.account.timeZone,
    languageId,
    voiceId: voice.id,
    llmModelId: defaultLlmModel(ctx).id,
    synthesizerProviderId: voice.synthesizerProviderId,
    transcriberProviderId: defaultTranscriberProvider(languageId)?.id ?? null,
    labelIds: [],
    toolIds: [],
  }
}
