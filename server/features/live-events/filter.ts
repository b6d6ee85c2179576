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

const forAgents = typeFilter(['conversation.*', 'message.*', 'contact.*'])
const ofCustomers = typeFilter(['conversation.*', 'message.*', 'call.transcript'])

/** The areas whose scope a limited API key needs for the events, by the first part of their names. */
const areas: Readonly<Record<string, string>> = {
  assistant: 'assistants',
  'assistant-test': 'assistantTests',
  automation: 'automations',
  balance: 'billing',
  call: 'calls',
  campaign: 'campaigns',
  contact: 'contacts',
  conversation: 'conversations',
  document: 'knowledge',
  knowledgebase: 'knowledge',
  member: 'members',
  message: 'conversations',
  sender: 'senders',
  webhook: 'webhooks',
}

/**
 * Agents see only what concerns conversations and contacts. Viewers see neither words of customers nor the ids of conversations, which
 * are all that a visitor needs to read one. Limited API keys see the events of their scopes.
 */
export function roleFilterOf(actor: Actor | undefined): (row: EventRow) => boolean {
  if (actor?.kind === 'key' && actor.scopes !== null) {
    const scopes = new Set(actor.scopes)
    return ({ event }) => scopes.has(`${areas[event.split('.')[0]!]}:read`)
  }
  const role = actor?.kind === 'member' ? actor.role : 'owner'
  if (role === 'agent') return ({ event }) => forAgents(event)
  return role === 'viewer' ? ({ event }) => !ofCustomers(event) : () => true
}
