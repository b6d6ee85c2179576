// Converts assistants, folders, labels and tools between the API and the code.

import type { assistantSettings } from '#contract/assistants/assistant-fields.ts'
import { toBuiltInTool } from '#contract/assistants/assistant-tools.ts'
import type { assistants } from '#contract/assistants/assistants.ts'
import type { tools } from '#contract/assistants/tools.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Assistant, AssistantPatch, AssistantSettings } from './assistant/assistant.ts'
import { commonDefaults } from './assistant/defaults.ts'
import { fieldOfSetting, fields, settingOf } from './assistant/setting-names.ts'
import type { AssistantSummary } from './assistant/store.ts'
import type { AssistantVersion, VersionHead } from './assistant/store-versions.ts'
import type { Group } from './groups/store-groups.ts'
import type { StoredTool } from './tools/store-tools.ts'

type Shown = ReplyOf<typeof assistants.get>['data']

export type ChangedFields = Omit<EndpointInput<typeof assistants.update>['body'], 'if_version'>

export function readPatch(body: ChangedFields): AssistantPatch {
  const { tools: storedTools, ...rest } = body
  const patch = Object.fromEntries(
    fields.filter((field) => field in rest).map((field) => [settingOf(field), body[field]]),
  )
  if (storedTools === undefined) return patch
  return { ...patch, tools: storedTools === null ? null : storedTools.map(toBuiltInTool) }
}

export function presentAssistant(assistant: Assistant, language: string): Shown {
  return {
    ...(presentSettings(assistant) as Pick<Shown, keyof typeof assistantSettings>),
    id: assistant.id,
    uuid: assistant.uuid,
    status: assistant.status,
    deactivated: assistant.deactivated,
    version: assistant.version,
    language,
    created_at: toIsoMicros(assistant.createdAt),
    updated_at: toIsoMicros(assistant.updatedAt),
  }
}

export const presentSettings = (assistant: AssistantSettings): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, assistant[settingOf(field)]]))

const authorKinds = { member: 'member', operator: 'operator', key: 'api_key', parley: 'parley' } as const

export const presentVersionHead = ({ version, authorKind, author, changedSettings, createdAt }: VersionHead) => ({
  version,
  author: authorKind && { kind: authorKinds[authorKind], name: author },
  changed_fields: changedSettings.flatMap((name) => fieldOfSetting[name] ?? []),
  created_at: toIsoMicros(createdAt),
})

export const presentVersion = (version: AssistantVersion) => ({
  ...presentVersionHead(version),
  settings: presentSettings({ ...commonDefaults(), ...version.settings } as AssistantSettings) as Pick<
    Shown,
    keyof typeof assistantSettings
  >,
})

export const presentSummary = ({ id, uuid, name, status, type, mode }: AssistantSummary) => ({
  id,
  uuid,
  name,
  status,
  type,
  mode,
})

export const presentGroup = (group: Group) => toApi(group)

export function presentTool(tool: StoredTool): ReplyOf<typeof tools.get>['data'] {
  const { accountId: _account, sealedHeaders: _sealed, ...fields } = tool
  const shown = toApi(fields)
  const { properties = {}, required = [] } = shown.parameters as ToolParameters
  return {
    ...shown,
    // For existing clients, which use other names.
    endpoint: shown.url,
    timeout: shown.timeout_seconds,
    schema: Object.entries(properties).map(([name, { type, description }]) => ({
      name,
      type: [type].flat().find((one) => one !== undefined && one !== 'null') ?? 'string',
      ...(description === undefined ? {} : { description }),
      required: required.includes(name),
    })),
  }
}

/** For existing clients, which read headers as a list. */
export function presentListedTool(tool: StoredTool): ReplyOf<typeof tools.list>[number] {
  const shown = presentTool(tool)
  return { ...shown, headers: Object.entries(shown.headers).map(([name, value]) => ({ name, value })) }
}

/** What the contract has checked. */
interface ToolParameters {
  properties?: Record<string, { type?: string | string[]; description?: string }>
  required?: string[]
}
