// Maps API keys to their API representation.
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { ApiKeyRow } from './store.ts'

export function presentApiKey(key: ApiKeyRow) {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    last_used_at: key.lastUsedAt && toIsoMicros(key.lastUsedAt),
    created_at: toIsoMicros(key.createdAt),
  }
}

export function presentNewApiKey(key: ApiKeyRow & { token: string }) {
  return { name: key.name, scopes: key.scopes, token: key.token, created_at: toIsoMicros(key.createdAt) }
}
