// What is hidden from callers with limited permissions: personal data, and the ids of conversations.
import type { z } from 'zod'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { type PersonalKind, personalKindOf } from '#contract/wire/personal.ts'
import type { Actor } from '../../context/actor.ts'
import { type ConversationAliases, conversationAliases } from '../conversation-alias.ts'
import { createMask } from '../replies/mask-reply.ts'
import type { Caller } from './authorize.ts'
import type { RequestInput } from './read-input.ts'

export type Veil = 'personal' | 'conversations'

/** Undefined if the caller sees everything that the endpoint shows. */
export function veilOf(caller: Caller | null): Veil | undefined {
  if (!caller) return undefined
  if (isViewer(caller.actor)) return 'personal'
  return mayReadConversations(caller.actor) ? undefined : 'conversations'
}

const isViewer = (actor: Actor): boolean => actor.kind === 'member' && actor.role === 'viewer'

const mayReadConversations = (actor: Actor): boolean =>
  actor.kind === 'member' || actor.scopes === null || actor.scopes.includes('conversations:read')

const kindsOf: Record<Veil, readonly PersonalKind[]> = {
  personal: ['phone', 'name', 'text', 'conversation'],
  conversations: ['conversation'],
}

export type Veils = ReturnType<typeof createVeils>

export function createVeils({ reply, params, query }: Endpoint) {
  const masks = {
    personal: createMask(reply, kindsOf.personal),
    conversations: createMask(reply, kindsOf.conversations),
  }
  const idFields = (shape: z.ZodObject | undefined): string[] => fieldsOf(shape, (kind) => kind === 'conversation')
  const [ids, filterIds] = [idFields(params), idFields(query)]
  return {
    /** Filters by personal data would let a viewer test guesses. */
    personalFilters: fieldsOf(query, (kind) => kind !== 'conversation'),
    /** The content of a file cannot be masked. */
    hidesFiles: (veil: Veil): boolean => veil === 'personal' || masks[veil] !== undefined,
    maskReply: (veil: Veil, body: unknown, masterKey: Uint8Array): unknown =>
      masks[veil]?.(body, conversationAliases(masterKey)) ?? body,
    /** Replaces aliases by the ids of conversations. */
    revealInput(input: RequestInput, masterKey: Uint8Array): void {
      if (ids.length + filterIds.length === 0) return
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
