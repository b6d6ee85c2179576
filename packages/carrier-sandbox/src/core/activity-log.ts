// The latest API requests, webhook attempts and debugger alarms.
export interface LoggedRequest {
  atMs: number
  method: string
  path: string
  query: string
  /** As received, a form or JSON. */
  body: string
  /** The user name of the credentials; undefined without one. */
  user: string | undefined
  /** `cut`: the connection was closed instead of a response. */
  status: number | 'cut' | undefined
  /** The error code of the response. */
  code?: number
  /** The resource that the request created or addressed. */
  sid?: string
  faults?: string[]
}

export interface LoggedWebhook {
  atMs: number
  kind: 'status' | 'recording' | 'inbound' | 'voice' | 'machine-detection' | 'fallback' | 'redirect'
  url: string
  method: 'GET' | 'POST'
  form: Record<string, string>
  /** 1 for the first attempt. */
  attempt: number
  /** The HTTP status, or the reason for failure. */
  outcome: number | 'connect-failed' | 'timed-out' | 'broken'
  durationMs: number
  /** One of these two is set. */
  messageSid?: string
  callSid?: string
}

export interface Alarm {
  atMs: number
  code: number
  text: string
}

export type ActivityLog = ReturnType<typeof createActivityLog>

export function createActivityLog(
  limit: () => number,
  publish: (alarm: Alarm & { type: 'alarm' }) => void,
  nowMs: () => number,
) {
  const requests: LoggedRequest[] = []
  const webhooks: LoggedWebhook[] = []
  const alarms: Alarm[] = []

  /** Removes old entries in batches, because removing single ones from the front of a long array is slow. */
  function append<T>(list: T[], entry: T): void {
    list.push(entry)
    const max = limit()
    if (list.length > max * 1.1 + 10) list.splice(0, list.length - max)
  }

  return {
    requests,
    webhooks,
    alarms,
    recordRequest: (entry: LoggedRequest) => append(requests, entry),
    recordWebhook: (entry: LoggedWebhook) => append(webhooks, entry),
    raiseAlarm(code: number, text: string): void {
      const entry = { atMs: nowMs(), code, text }
      append(alarms, entry)
      publish({ type: 'alarm', ...entry })
    },
    clear() {
      for (const list of [requests, webhooks, alarms]) list.length = 0
    },
  }
}

export type OutgoingWebhook = Omit<LoggedWebhook, 'atMs' | 'attempt' | 'outcome' | 'durationMs'>

export interface WebhookOutcome {
  outcome: LoggedWebhook['outcome']
  contentType: string
  body: string
}

interface WebhookDelivery {
  /** Resolves after the first attempt. */
  firstAttempt: Promise<void>
  /** Resolves after the last attempt, with its outcome. */
  done: Promise<WebhookOutcome>
}

export type SendWebhook = (webhook: OutgoingWebhook) => WebhookDelivery

export function isSuccess({ outcome }: WebhookOutcome): boolean {
  return typeof outcome === 'number' && outcome >= 200 && outcome < 300
}
