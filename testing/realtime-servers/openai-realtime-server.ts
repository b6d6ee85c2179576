// A scripted server with OpenAI's Realtime API, as strict as the real one.

import {
  type ScriptedSocketServer,
  type SocketServerOptions,
  startSocketServer,
} from '../speech-servers/socket-server.ts'
import { type ScriptedSessionOptions, serveSession } from './openai-realtime-session.ts'

export interface ScriptedOpenAiRealtimeOptions extends SocketServerOptions, ScriptedSessionOptions {}

export interface ScriptedOpenAiRealtime extends ScriptedSocketServer {
  /** The latest ten thousand events of clients. */
  received: Record<string, unknown>[]
  /** Sends an event to all clients. */
  broadcast(fields: object): void
  /** Ends all sessions as the real server does after 60 minutes. */
  expireSessions(): void
}

const maxReceived = 10_000

/**
 * Understands the audio of `encodeSpokenWords`, and speaks as `toneFor`. With the pace `at once`, it answers without
 * any delay, as benchmarks need it. Protocol: https://developers.openai.com/api/reference/resources/realtime
 */
export async function startScriptedOpenAiRealtime(
  options: ScriptedOpenAiRealtimeOptions,
): Promise<ScriptedOpenAiRealtime> {
  const received: Record<string, unknown>[] = []
  const clients = new Set<{ send(fields: object): void; close(code: number, reason: string): void }>()
  let responses = 0
  let events = 0
  const server = await startSocketServer(
    {
      refuse(url, { headers }) {
        if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`)
          return { status: 401, reason: 'invalid_api_key' }
        if (url.pathname !== '/v1/realtime') return { status: 404, reason: `Unknown path ${url.pathname}` }
        if (headers['openai-beta'] !== undefined) return { status: 400, reason: 'beta_api_shape_disabled' }
        const isValid = [...url.searchParams.keys()].join() === 'model' && url.searchParams.get('model')
        return isValid ? undefined : { status: 400, reason: 'model' }
      },
      connect(peer) {
        clients.add(peer)
        const session = serveSession(options, {
          send: (fields) => peer.send({ event_id: `event_${++events}`, ...fields }),
          disconnect: () => server.disconnectAll(),
          violate: (reason) => server.violations.push(reason),
          nextResponse: () => responses++,
        })
        return {
          message(data, isBinary) {
            const event = isBinary ? undefined : (JSON.parse(String(data)) as Record<string, unknown>)
            if (!event) return peer.violate('a binary message')
            if (received.push(event) > maxReceived) received.shift()
            session.message(event)
          },
          closed() {
            clients.delete(peer)
            session.close()
          },
        }
      },
    },
    options,
  )
  return {
    ...server,
    received,
    broadcast(fields) {
      for (const client of clients) client.send(fields)
    },
    expireSessions() {
      const error = { type: 'invalid_request_error', code: 'session_expired', event_id: null }
      for (const client of clients) {
        client.send({ type: 'error', error })
        client.close(1_001, 'Your session hit the maximum duration of 60 minutes.')
      }
    },
  }
}
