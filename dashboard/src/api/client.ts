// The client of the API, which acts for the signed-in member by the cookie of the session.
import { useSyncExternalStore } from 'react'
import { createClient } from '#sdk/index.ts'
import { addRequest } from './requests.ts'

/** Sends a request, lists it among those of the page, and notes whether the server was reached. */
export async function send(request: Request): Promise<Response> {
  const finish = await addRequest(request)
  try {
    const response = await window.fetch(request)
    finish(response.status)
    if (response.status === 401) setConnection('signed-out')
    else if (getConnection() === 'lost') setConnection('open')
    return response
  } catch (error) {
    finish(undefined)
    if (!request.signal.aborted && getConnection() === 'open') setConnection('lost')
    throw error
  }
}

export const client = createClient({ baseUrl: location.origin, fetch: send })

export type Connection = 'open' | 'lost' | 'signed-out'

let connection: Connection = 'open'
const listeners = new Set<() => void>()

/** Whether the server can be reached and the session is valid, as the latest requests have shown. */
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
