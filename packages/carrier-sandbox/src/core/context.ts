// The context that every part of the sandbox works on.
import type { ActivityLog, SendWebhook } from './activity-log.ts'
import type { Behaviour } from './behaviours.ts'
import type { CallRecordingStore } from './call-recordings.ts'
import type { CallStore } from './calls.ts'
import type { Events } from './events.ts'
import type { FaultInjector } from './faults.ts'
import type { Journal } from './journal.ts'
import type { PhoneNumberStore } from './phone-numbers.ts'
import type { Scheduler } from './scheduler.ts'
import type { SandboxSettings } from './settings.ts'
import type { State } from './state.ts'
import type { Telephony } from './telephony.ts'

/** What the sandbox needs of a logger; one of pino fits. */
export interface Logger {
  error(fields: object, message: string): void
}

export interface SandboxContext {
  accountSid: string
  authToken: string
  /** Without a trailing slash; empty until the server listens. */
  baseUrl: string
  log: Logger
  settings: SandboxSettings
  scheduler: Scheduler
  events: Events
  journal: Journal
  state: State
  calls: CallStore
  callRecordings: CallRecordingStore
  phoneNumbers: PhoneNumberStore
  telephony: Telephony
  faults: FaultInjector
  /** Behaviours set through the control API; they take precedence over `behaviourOfNumber`. */
  behaviours: Map<string, Behaviour>
  activityLog: ActivityLog
  sendWebhook: SendWebhook
}
