// What is hidden from callers with limited permissions: personal data, the ids of conversations, and credentials.
import type { z } from 'zod'
import { writeScopeOf } from '#contract/scopes.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { type PersonalKind, personalKindOf } from '#contract/wire/personal.ts'
import { rolesOf } from '#contract/wire/roles.ts'
import type { Actor } from '../../context/actor.ts'
import { type ConversationAliases, conversationAliases } from '../conversation-alias.ts'
import { createMask } from '../replies/mask-reply.ts'
import type { Caller } from './authorize.ts'
import type { RequestInput } from './read-input.ts'

/** The kinds of fields that are hidden. */
export type Veil = readonly PersonalKind[]

const credentials: Veil = ['url', 'settings', 'secret']

/** Undefined if the caller sees everything that the endpoint shows. */
export function veilOf(caller: Caller | null, endpoint: Endpoint): Veil | undefined {
  if (!caller) return undefined
  const { actor } = caller
  const hidden: Veil = [
    ...(isViewer(actor) ? (['phone', 'name', 'text'] as const) : []),
    ...(isViewer(actor) || !mayReadConversations(actor) ? (['conversation'] as const) : []),
    ...(mayWrite(actor, endpoint) ? [] : credentials),
  ]
  return hidden.length === 0 ? undefined : hidden
}

const isViewer = (actor: Actor): boolean => actor.kind === 'member' && actor.role === 'viewer'

const mayReadConversations = (actor: Actor): boolean =>
  actor.kind === 'member' || actor.scopes === null || actor.scopes.includes('conversations:read')

const mayWrite = (actor: Actor, endpoint: Endpoint): boolean =>
  actor.kind === 'member'
    ? rolesOf.edit.includes(actor.role)
    : actor.scopes === null || actor.scopes.includes(writeScopeOf(endpoint))

export type Veils = ReturnType<typeof createVeils>

export function createVeils({ reply, params, query }: Endpoint) {
  const masks = new Map<string, ReturnType<typeof createMask>>()
  const maskOf = (veil: Veil) => {
    const key = veil.join()
    if (!masks.has(key)) masks.set(key, createMask(reply, veil))
    return masks.get(key)
  }
  const idFields = (shape: z.ZodObject | undefined): string[] => fieldsOf(shape, (kind) => kind === 'conversation')
  const [ids, filterIds] = [idFields(params), idFields(query)]
  const personalFilters = fieldsOf(query, (kind) => kind !== 'conversation')
  return {
    /** Filters by personal data would let a viewer test guesses. */
    filtersHiddenBy: (veil: Veil): readonly string[] => (veil.includes('text') ? personalFilters : []),
    /** The content of a file cannot be masked. */
    hidesFiles: (veil: Veil): boolean =>
      veil.includes('text') || (veil.includes('conversation') && maskOf(['conversation']) !== undefined),
    maskReply: (veil: Veil, body: unknown, masterKey: Uint8Array): unknown =>
      maskOf(veil)?.(body, conversationAliases(masterKey)) ?? body,
    /** Replaces aliases by the ids of conversations. */
    revealInput(veil: Veil, input: RequestInput, masterKey: Uint8Array): void {
      if (!veil.includes('conversation') || ids.length + filterIds.length === 0) return
      const aliases = conversationAliases(masterKey)
      reveal(input.params, ids, aliases)
      reveal(input.query, filterIds, aliases)
    },
  }
}

function fieldsOf(shape: z.ZodObject | undefined, isWanted: (kind: PersonalKind) => boolean): string[] {
  return Object.entries(shape?.shape ?? {}).flatMap(([name, schema]) => {
    const kind = personalKindOf(schema as z.ZodType)
    return kind !== undefined && isWanted(kind) ? [name] : []
  })
}

function reveal(fields: unknown, names: readonly string[], aliases: ConversationAliases): void {
  const record = fields as Record<string, unknown>
  for (const name of names) if (typeof record[name] === 'string') record[name] = aliases.reveal(record[name])
}
