// What is wrong with a setting that is well formed but does not fit the rest.
import type { AssistantSettings } from '../assistant/assistant.ts'

export interface Fault {
  setting: keyof AssistantSettings
  /** Steps further into the setting. */
  path?: (string | number)[]
  /** `:attribute` stands for the name of the field; without a sentence the selection is said to be invalid. */
  sentence?: string
}
