// What the folder of a carrier exports: how it is opened, and the HTTP and WebSocket endpoints that it serves.
import type { Carrier } from '#server/ports/carriers.ts'
import type { AcceptMedia } from '#server/ports/media-line.ts'
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

/** `Options` are those of the configuration. */
export interface CarrierAdapter<Options> {
  /** The name of the opened carrier. */
  name: string
  open(options: Options): Carrier & AsyncDisposable
  /** The endpoints at which the carrier reports, with their authentication. */
  callbacks(services: CarrierServices): Callback[]
  /** The endpoint of the audio of calls. It must be disposed of before the HTTP server. */
  openMedia(options: CarrierMediaOptions): WebSocketRoute & AsyncDisposable
}
