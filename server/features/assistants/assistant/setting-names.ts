// Maps the contract's fields of an assistant to the names of its settings: camelCase, with the unit at the end.
import { assistantSettings } from '#contract/assistants/assistant-fields.ts'

export type Field = keyof typeof assistantSettings

/** Units that the field's name leaves out. */
const units = {
  max_duration: 'Seconds',
  max_silence_duration: 'Seconds',
  max_initial_silence_duration: 'Seconds',
  ringing_time: 'Seconds',
  reengagement_interval: 'Seconds',
  conversation_inactivity_timeout: 'Minutes',
} as const satisfies Partial<Record<Field, string>>

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

export type SettingOf<F extends Field> = F extends keyof typeof units
  ? `${CamelCase<F>}${(typeof units)[F]}`
  : CamelCase<F>

export const fields = Object.keys(assistantSettings) as Field[]

export function settingOf<F extends Field>(field: F): SettingOf<F> {
  const camelCase = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `${camelCase}${(units as Partial<Record<Field, string>>)[field] ?? ''}` as SettingOf<F>
}

export const fieldOfSetting = Object.fromEntries(fields.map((field) => [settingOf(field), field])) as {
  [F in Field as SettingOf<F>]: F
}
