// Loads versions of flows. They never change, so they are compiled once.
import type { AccountContext } from '#server/platform/context/context.ts'
import { findVersion } from '../automation/store.ts'
import { type CompiledFlow, compileFlow } from '../flow/compile-flow.ts'
import type { Grant } from '../flow/grant.ts'
import { openHeaders } from '../flow/header-secrets.ts'

export interface LoadedFlow extends CompiledFlow {
  grant: Grant
}

interface Known {
  flow: LoadedFlow
  characters: number
}

/** A compiled flow takes about fifty times the memory of its text. */
const maxCharacters = 1_024 * 1_024
const known = new Map<string, Known>()
let characters = 0

export async function loadFlow(
  ctx: Pick<AccountContext, 'db' | 'account' | 'settings'>,
  { automationId, version }: { automationId: string; version: number },
): Promise<LoadedFlow | undefined> {
  const { db, account } = ctx
  const key = `${account.id}:${automationId}:${version}`
  const found = known.get(key)
  if (found) return found.flow
  const stored = await findVersion(db, account.id, { automationId, version })
  if (!stored) return undefined
  const flow = { ...compileFlow(openHeaders(ctx, stored)), grant: stored.scopes }
  remember(key, { flow, characters: JSON.stringify(stored.flow).length })
  return flow
}

function remember(key: string, entry: Known): void {
  forget(key)
  known.set(key, entry)
  characters += entry.characters
  for (const [oldest] of known) {
    if (characters <= maxCharacters || oldest === key) return
    forget(oldest)
  }
}

function forget(key: string): void {
  characters -= known.get(key)?.characters ?? 0
  known.delete(key)
}
