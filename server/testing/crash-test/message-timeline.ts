// The whole story of one message, for whoever has to find out what went wrong.
import type { CrashTestSetup } from './setup.ts'
import { type StoredMessage, uuidOf } from './verify.ts'

export function messageTimeline({ carrier }: CrashTestSetup, stored: readonly StoredMessage[], uuid: string): string {
  const rows = stored.filter((message) => message.uuid === uuid || message.head_uuid === uuid)
  const theirs = carrier.messages().filter((message) => uuidOf(message) === uuid)
  const sids = new Set([...theirs.map(({ sid }) => sid), ...rows.map(({ sid }) => sid)])
  const asked = carrier.requests.filter(({ sid, body }) => (sid && sids.has(sid)) || body.includes(uuid))
  const told = carrier.webhooks.filter(({ messageSid, url }) => sids.has(messageSid) || url.includes(uuid))
  const lines = [
    ...rows.map((row) => `  row      ${JSON.stringify({ ...row, body: row.body?.slice(0, 60) })}`),
    ...theirs.map(({ sid, to, status, errorCode, faults, createdAtMs }) => {
      const at = new Date(createdAtMs).toISOString()
      return `  carrier  ${JSON.stringify({ sid, to, status, errorCode, at, faults: faults.map(({ fault }) => fault) })}`
    }),
    ...asked.map(({ atMs, method, path, status, code, faults }) => {
      const at = new Date(atMs).toISOString()
      return `  asked    ${JSON.stringify({ at, method, path, status, code, faults })}`
    }),
    ...told.map(({ atMs, form, attempt, outcome }) => {
      const at = new Date(atMs).toISOString()
      return `  told     ${JSON.stringify({ at, status: form['MessageStatus'], code: form['ErrorCode'], attempt, outcome })}`
    }),
  ]
  return lines.join('\n')
}
