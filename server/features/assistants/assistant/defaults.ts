// The default settings of an assistant.
import { assistantDefaults, assistantSettings } from '#contract/assistants/assistant-fields.ts'
import {
  defaultLanguage,
  defaultLlmModel,
  defaultTranscriberProvider,
  defaultVoice,
} from '#server/features/catalogues/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantSettings } from './assistant.ts'
import { languageTexts } from './language-texts.ts'
import { fields, type SettingOf, settingOf } from './setting-names.ts'

type NullableSetting = {
  [S in keyof AssistantSettings]: null extends AssistantSettings[S] ? S : never
}[keyof AssistantSettings]

type AccountSetting = 'name' | 'languageId' | 'voiceId'

type FixedField = keyof typeof assistantDefaults

const nulls = Object.fromEntries(
  fields.filter((field) => assistantSettings[field].safeParse(null).success).map((field) => [settingOf(field), null]),
) as Pick<AssistantSettings, NullableSetting>

/** A copy, so that nothing changes the contract. */
const fixedDefaults = () =>
  Object.fromEntries(
    Object.entries(structuredClone(assistantDefaults)).map(([field, value]) => [settingOf(field as FixedField), value]),
  ) as unknown as { [F in FixedField as SettingOf<F>]: AssistantSettings[SettingOf<F>] }

/** The defaults that do not depend on the account. Nullable settings that are not listed default to null. */
export function commonDefaults(): Omit<AssistantSettings, AccountSetting> {
  const { greeting, fillers } = languageTexts('en')
  return {
    ...nulls,
    ...fixedDefaults(),
    timezone: 'UTC',
    initialMessage: greeting,
    systemPrompt:
      'You are a friendly and helpful assistant. Answer briefly and clearly. Ask when something is unclear, and say so when you do not know.',
    fillerConfig: fillers,
  }
}

/** The settings of a new assistant, without its name. */
export function newSettings(ctx: AccountContext | Tx): AssistantSettings {
  const languageId = defaultLanguage().id
  const voice = defaultVoice({ mode: 'pipeline', languageId })!
  return {
    ...commonDefaults(),
    name: '',
    timezone: ctx.account.timeZone,
    languageId,
    voiceId: voice.id,
    llmModelId: defaultLlmModel(ctx).id,
    synthesizerProviderId: voice.synthesizerProviderId,
    transcriberProviderId: defaultTranscriberProvider(languageId)?.id ?? null,
  }
}
