// The settings among the values of an assistant.
import type { AssistantSettings } from './assistant.ts'
import { fieldOfSetting } from './setting-names.ts'

export const settingNames = Object.keys(fieldOfSetting) as (keyof AssistantSettings)[]

export const pickSettings = (settings: AssistantSettings): AssistantSettings =>
  Object.fromEntries(settingNames.map((name) => [name, settings[name]])) as unknown as AssistantSettings
