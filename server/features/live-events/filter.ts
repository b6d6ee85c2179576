// Selects the events that a client asked for.
import type { Actor } from '#server/platform/context/actor.ts'
import type { EventRow } from '#server/platform/live-events/store.ts'

export interface Filter {
  /** Names of events; `call.*` means all that begin with `call.`. */
  types: readonly string[] | undefined
  /** Values that the payload must have. An event without such a field is left out. */
  fields: Readonly<Record<string, string | number | undefined>>
}

export function filterOf({ types, fields }: Filter): (row: EventRow) => boolean {
  const isType = types && typeFilter(types)
  const wanted = Object.entries(fields).filter(([, value]) => value !== undefined)
  return ({ event, payload }) => (!isType || isType(event)) && wanted.every(([name, value]) => payload[name] === value)
}

function typeFilter(types: readonly string[]): (event: string) => boolean {
  const names = new Set(types)
  const prefixes = types.filter((type) => type.endsWith('*')).map((type) => type.slice(0, -1))
  return (event) => names.has(event) || prefixes.some((prefix) => event.startsWith(prefix))
}

const ofConversations = typeFilter(['conversation.*', 'message.*'])

/** Agents see only what concerns conversations. Viewers do not see words of customers; other events contain only ids. */
export function roleFilterOf(actor: Actor | undefined): (row: EventRow) => boolean {
  const role = actor?.kind === 'member' ? actor.role : 'owner'
  if (role === 'agent') return ({ event }) => ofConversations(event)
  return role === 'viewer' ? ({ event }) => event !== 'call.transcript' : () => true
}
