// Errors of settings that pass the schema but conflict with other settings or with stored data.
import { attributeName } from '#server/platform/validation/messages.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { AssistantSettings } from '../assistant/assistant.ts'
import { fieldOfSetting } from '../assistant/setting-names.ts'

export interface Fault {
  setting: keyof AssistantSettings
  /** The path within the setting's value. */
  path?: (string | number)[]
  /** `:attribute` is replaced by the field's name. Defaults to "The selected :attribute is invalid." */
  message?: string
}

/** `parents` are the fields that contain the settings. */
export function presentFaults(faults: readonly Fault[], parents: readonly string[] = []): FieldErrors {
  const errors: FieldErrors = {}
  for (const { setting, path = [], message = 'The selected :attribute is invalid.' } of faults) {
    const steps = [...parents, fieldOfSetting[setting], ...path]
    const field = steps.join('.')
    errors[field] = [...(errors[field] ?? []), message.replaceAll(':attribute', attributeName(steps))]
  }
  return errors
}
