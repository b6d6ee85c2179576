// What the folder of a carrier exports: how it is opened, and the HTTP and WebSocket endpoints that it serves.
import type { Carrier } from '#server/ports/carriers.ts'
import type { AcceptMedia } from '#server/ports/media-line.ts'
import type { SipLines } from '#server/ports/sip-lines.ts'
import type { AppContext } from '../context/context.ts'
import type { Db } from '../database/database.ts'
import type { Callback } from '../http/callbacks.ts'
import type { WebSocketRoute } from '../http/web-sockets.ts'
import type { Log } from '../observability/log.ts'
import type { CarrierEvents } from './carrier-events.ts'

export interface CarrierServices {
  events: CarrierEvents
  /** The credentials of an account at this carrier; undefined for an unknown one. `db` is for callers that are not known yet. */
  findCredentials(context: AppContext, externalId: string, db: () => Db): Promise<string | undefined>
}

export interface CarrierMediaOptions {
  publicUrl: string
  log: Log
  findCredentials(externalId: string): Promise<string | undefined>
  accept: AcceptMedia
}

/** What a carrier needs whose calls arrive over connections of its own. */
export interface ConnectionServices {
  context: AppContext
  events: CarrierEvents
  lines: SipLines
  /** Undefined in a process without the role `voice`, which has no calls. */
  accept: AcceptMedia | undefined
  /** Calls a function every 20 ms on average, until the returned function is called. */
  onTick(run: () => void): () => void
  /** Sends a request to the same carrier in another process. Rejects if the process does not answer. */
  ask(processId: string, request: string): Promise<string>
  /** Mu-law at 8,000 Hz. The language is in ISO 639-1. */
  speak(text: string, language: string): Promise<Uint8Array>
}

export interface CarrierConnections extends AsyncDisposable {
  /** Answers a request that the same carrier has sent from another process. */
  answer(request: string): Promise<string>
  /** Where telephones register and call, such as `127.0.0.1:5060`. Undefined if there is none. */
  telephoneAddress(): Promise<string | undefined>
  /** Further calls are refused, and those that run continue. */
  drain(): void
}

export interface OpenedCarrier extends Carrier, AsyncDisposable {
  /** Opens the connections that are neither HTTP nor WebSockets. They must be disposed of after the calls. */
  connect?(services: ConnectionServices): CarrierConnections
}

/** `Options` are those of the configuration. */
export interface CarrierAdapter<Options> {
  /** The name of the opened carrier. */
  name: string
  open(options: Options): OpenedCarrier
  /** The endpoints at which the carrier reports, with their authentication. */
  callbacks(services: CarrierServices): Callback[]
  /** The endpoint of the audio of calls. It must be disposed of before the HTTP server. */
  openMedia?(options: CarrierMediaOptions): WebSocketRoute & AsyncDisposable
}
