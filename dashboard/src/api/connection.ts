// Whether the server can be reached and the session is valid, as the latest requests have shown.
import { useSyncExternalStore } from 'react'

export type Connection = 'open' | 'lost' | 'signed-out'

let connection: Connection = 'open'
const listeners = new Set<() => void>()

export function setConnection(next: Connection): void {
  if (connection === next) return
  connection = next
  for (const listener of listeners) listener()
}

export const getConnection = (): Connection => connection

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribeToConnection, getConnection)
