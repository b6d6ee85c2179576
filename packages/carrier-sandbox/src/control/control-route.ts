// What the endpoints of the control API share: their types, and the conversion of names.
import type { SandboxContext } from '../core/context.ts'
import type { VirtualPhones } from '../phones/phones.ts'
import type { SandboxControl } from './control.ts'

export interface ControlRequest {
  query: URLSearchParams
  json: Record<string, unknown>
}

export interface ControlContext {
  context: SandboxContext
  control: SandboxControl
  phones: VirtualPhones
  /** Who answers the numbers of the account, by number. Never rejects. */
  nameNumbers(): Promise<ReadonlyMap<string, string>>
}

/** Returns the response body, or undefined for `{"ok": true}`. `id` is the path parameter. */
export type Handler = (sandbox: ControlContext, request: ControlRequest, id: string) => unknown

export type ControlRoute = [method: 'GET' | 'POST' | 'DELETE', path: string, handle: Handler]

/** Objects with user-defined keys, which stay unchanged. */
const userKeyed = new Set(['form', 'fields', 'variables', 'types', 'webhook', 'profile', 'configuration'])

export function toWire(value: unknown): unknown {
  return rename(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

/** The caller determines the type; the schema of the body has checked it. */
export function fromWire<T>(value: unknown): T {
  return rename(value, (key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as T
}

function rename(value: unknown, change: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, change))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).map(([key, item]) => [
    change(key),
    userKeyed.has(key) ? item : rename(item, change),
  ])
  return Object.fromEntries(entries)
}
