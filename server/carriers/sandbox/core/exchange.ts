// The inside of the sandbox: what every part of it works on.
import type { Log } from '#server/platform/observability/log.ts'
import type { Behaviour } from './behaviours.ts'
import type { Events } from './events.ts'
import type { FaultDesk } from './faults.ts'
import type { Journal } from './journal.ts'
import type { RequestLog } from './request-log.ts'
import type { SandboxSettings } from './settings.ts'
import type { State } from './state.ts'
import type { Timetable } from './timetable.ts'
import type { WebhookPost } from './webhook.ts'

export interface Exchange {
  accountSid: string
  authToken: string
  /** Without a trailing slash; known once it listens. */
  baseUrl: string
  log: Log
  settings: SandboxSettings
  timetable: Timetable
  events: Events
  journal: Journal
  state: State
  faults: FaultDesk
  /** What single numbers were told to do; wins over `behaviourOfNumber`. */
  behaviours: Map<string, Behaviour>
  requests: RequestLog
  post: WebhookPost
}
