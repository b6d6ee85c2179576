// What the sandbox was asked and what it posted, the latest so many.

export interface LoggedRequest {
  atMs: number
  method: string
  path: string
  query: string
  /** Form or JSON, as it came. */
  body: string
  /** The account or key that asked; undefined without one. */
  user: string | undefined
  /** `cut`: the connection was cut instead of an answer. */
  status: number | 'cut' | undefined
  /** The error number of the answer. */
  code?: number
  /** What was made or asked for. */
  sid?: string
  faults?: string[]
}

export interface LoggedWebhook {
  atMs: number
  kind: 'status' | 'inbound' | 'fallback' | 'redirect'
  url: string
  method: string
  form: Record<string, string>
  /** 1 for the first try. */
  attempt: number
  /** HTTP status, or how it failed. */
  outcome: number | 'connect-failed' | 'timed-out' | 'broken'
  durationMs: number
  messageSid: string
}

export interface Alarm {
  atMs: number
  code: number
  text: string
}

export interface RequestLog {
  requests: LoggedRequest[]
  webhooks: LoggedWebhook[]
  alarms: Alarm[]
  request(entry: LoggedRequest): void
  webhook(entry: LoggedWebhook): void
  alarm(entry: Alarm): void
  clear(): void
}

export function createRequestLog(remembered: () => number): RequestLog {
  const log: RequestLog = {
    requests: [],
    webhooks: [],
    alarms: [],
    request: (entry) => keep(log.requests, entry),
    webhook: (entry) => keep(log.webhooks, entry),
    alarm: (entry) => keep(log.alarms, entry),
    clear() {
      for (const list of [log.requests, log.webhooks, log.alarms]) list.length = 0
    },
  }

  /** Cut in pieces, for taking one from the front of a long list is slow. */
  function keep<T>(list: T[], entry: T): void {
    list.push(entry)
    const most = remembered()
    if (list.length > most * 1.1 + 10) list.splice(0, list.length - most)
  }
  return log
}
