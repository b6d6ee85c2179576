// The client of the API, which acts for the signed-in member by the cookie of the session.
import { useSyncExternalStore } from 'react'
import { createClient } from '#sdk/index.ts'
import { fetchWithProgress } from '#widget/src/files-request.ts'
import { addRequest } from './requests.ts'
import { Unreachable } from './unreachable.ts'

/**
 * Sends a request, lists it among those of the page, and notes whether the server was reached. Rejects with
 * `Unreachable`, as does reading the body.
 */
export async function send(request: Request, by = (sent: Request) => window.fetch(sent)): Promise<Response> {
  const finish = await addRequest(request)
  try {
    const response = await by(request)
    finish(response.status)
    if (response.status === 401) setConnection('signed-out')
    else if (getConnection() === 'lost') setConnection('open')
    return rewordErrors(response, request.signal)
  } catch (error) {
    finish(undefined)
    if (request.signal.aborted) throw error
    if (getConnection() === 'open') setConnection('lost')
    throw new Unreachable({ cause: error })
  }
}

/** A connection that is lost after the head of the response is an error of its body. */
function rewordErrors(response: Response, signal: AbortSignal): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? error : new Unreachable({ cause: error })
      })
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}

export const client = createClient({ baseUrl: location.origin, fetch: (request) => send(request) })

/** A client for one request with a file. */
export const clientWithProgress = (onShare: (share: number) => void) =>
  createClient({
    baseUrl: location.origin,
    fetch: (request) => send(request, fetchWithProgress(onShare, 0)),
  })

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
