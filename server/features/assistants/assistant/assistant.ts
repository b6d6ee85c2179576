// An assistant. The types of its settings come from the contract.
import type { assistants } from '#contract/assistants/assistants.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Field, SettingOf } from './setting-names.ts'

type Fields = ReplyOf<typeof assistants.get>['data']

/** Everything that the account configures. */
export type AssistantSettings = { [F in Field as SettingOf<F>]: Fields[F] }

export type AssistantType = AssistantSettings['type']
export type AssistantStatus = Fields['status']
export type EvaluationField = AssistantSettings['postCallSchema'][number]
/** A built-in tool that the assistant may use: its type and the fields of that type. */
export type BuiltInTool = AssistantSettings['tools'][number]

export interface Assistant extends AssistantSettings {
  id: number
  uuid: string
  accountId: number
  status: AssistantStatus
  /** Deactivated through the API; until it is activated again, only requests with an API key of its account reach it. */
  deactivated: boolean
  /** Grows with every change of the settings. */
  version: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The settings to change; null resets a setting to its default, or clears it if it may be empty. */
export type AssistantPatch = { [S in keyof AssistantSettings]?: AssistantSettings[S] | null }

/** A custom tool of the account: an HTTP function that an assistant may call during a conversation. */
export interface HttpTool extends HttpToolFields {
  id: number
  accountId: number
  /** Decrypted by `openHeaders`; the values in `headers` are masked. */
  sealedHeaders: Buffer
}

export interface HttpToolFields {
  name: string
  description: string
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  /** The JSON Schema of the arguments, with an object at its root. */
  parameters: Record<string, unknown>
  speakDuring: string | null
  timeoutSeconds: number
}
