// The JSON of calls.
import { type Call, durationSeconds } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { rfc2822 } from './present-message.ts'

export function presentCall({ accountSid, phoneNumbers }: SandboxContext, call: Call) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Calls/${call.sid}`
  const seconds = durationSeconds(call)
  const date = (atMs: number | null) => (atMs === null ? null : rfc2822(atMs))
  const own = phoneNumbers.find(call.direction === 'inbound' ? call.to : call.from)
  return {
    sid: call.sid,
    date_created: date(call.createdAtMs),
    date_updated: date(call.updatedAtMs),
    parent_call_sid: call.parentSid,
    account_sid: accountSid,
    to: call.to,
    to_formatted: formatNumber(call.to),
    from: call.from,
    from_formatted: formatNumber(call.from),
    phone_number_sid: own?.sid ?? null,
    status: call.status,
    start_time: date(call.startedAtMs),
    end_time: date(call.endedAtMs),
    duration: seconds === null ? null : String(seconds),
    price: null,
    price_unit: 'USD',
    direction: call.direction,
    answered_by: call.answeredBy,
    api_version: '2010-04-01',
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: '0',
    trunk_sid: null,
    annotation: null,
    uri: `${uri}.json`,
    subresource_uris: {
      notifications: `${uri}/Notifications.json`,
      recordings: `${uri}/Recordings.json`,
      streams: `${uri}/Streams.json`,
    },
  }
}

/** Numbers of the USA and Canada as `(202) 555-0101`; others unchanged. */
export function formatNumber(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? []
  return area === undefined ? number : `(${area}) ${exchange}-${line}`
}
