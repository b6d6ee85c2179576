// The settings of an assistant that are being edited, which a test tries before they are saved.
import { ParleyError } from '#sdk/index.ts'
import type { InputOf } from '../../api/query.ts'

export type ChangedSettings = NonNullable<InputOf<'conversations', 'create'>['changed_settings']>

export interface Draft {
  /** Empty if everything is saved. */
  changes: ChangedSettings
  /** Identifies the settings with the changes. */
  current: string
  /** Identifies the saved settings. */
  saved: string
  /** The name of a setting; the path may be below it. */
  labelOf(path: string): string
}

/** For requests that start a test. */
export const changesOf = (draft: Draft | undefined) =>
  draft && Object.keys(draft.changes).length > 0 ? { changed_settings: draft.changes } : {}

const parameter = 'changed_settings'

/** What is wrong with the changed settings, if that is why a test was refused. */
export function faultsOf(error: Error, draft: Draft | undefined): { label: string; message: string }[] {
  if (!draft || !(error instanceof ParleyError)) return []
  return Object.entries(error.errors).flatMap(([path, messages]) => {
    const setting = path.startsWith(`${parameter}.`) ? path.slice(parameter.length + 1) : undefined
    if (setting === undefined) return []
    const prefix = `${parameter.replaceAll('_', ' ')}.`
    return messages.map((message) => ({ label: draft.labelOf(setting), message: message.replace(prefix, '') }))
  })
}
