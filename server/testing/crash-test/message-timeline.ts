// The timeline of one message: its row, and everything that the carrier logged about it.
import type { CrashTestSetup } from './setup.ts'
import { type StoredMessage, uuidOf } from './verify.ts'

export function messageTimeline({ carrier }: CrashTestSetup, stored: readonly StoredMessage[], uuid: string): string {
  const rows = stored.filter((message) => message.uuid === uuid || message.head_uuid === uuid)
  const accepted = carrier.messages().filter((message) => uuidOf(message) === uuid)
  const sids = new Set([...accepted.map(({ sid }) => sid), ...rows.map(({ sid }) => sid)])
  const requests = carrier.requests.filter(({ sid, body }) => (sid && sids.has(sid)) || body.includes(uuid))
  const callbacks = carrier.webhooks.filter(({ messageSid, url }) => sids.has(messageSid) || url.includes(uuid))
  const line = (kind: string, fields: object): string => `  ${kind.padEnd(9)} ${JSON.stringify(fields)}`
  const time = (ms: number): string => new Date(ms).toISOString()
  return [
    ...rows.map((row) => line('row', { ...row, body: row.body?.slice(0, 60) })),
    ...accepted.map(({ sid, to, status, errorCode, faults, createdAtMs }) =>
      line('accepted', { at: time(createdAtMs), sid, to, status, errorCode, faults: faults.map(({ fault }) => fault) }),
    ),
    ...requests.map(({ atMs, method, path, status, code, faults }) =>
      line('request', { at: time(atMs), method, path, status, code, faults }),
    ),
    ...callbacks.map(({ atMs, form, attempt, outcome }) =>
      line('callback', { at: time(atMs), status: form['MessageStatus'], code: form['ErrorCode'], attempt, outcome }),
    ),
  ].join('\n')
}
