// The JSON of calls, and of messages and their media.

import { mediaPath } from '../core/addresses.ts'
import { errorMessage } from '../core/api-error.ts'
import { type Call, durationSeconds } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import type { Media, Message } from '../core/state.ts'

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

export function presentMessage(accountSid: string, message: Message) {
  const isUndecided = message.status === 'accepted' || message.status === 'scheduled'
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`
  const mediaCount = message.direction === 'inbound' ? message.mediaSids.length : message.mediaUrls.length
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: rfc2822(message.createdAtMs),
    date_sent: message.sentAtMs === null ? null : rfc2822(message.sentAtMs),
    date_updated: rfc2822(message.updatedAtMs),
    direction: message.direction,
    error_code: message.errorCode,
    error_message: errorMessage(message.errorCode),
    from: isUndecided ? null : message.from,
    messaging_service_sid: message.serviceSid,
    num_media: String(mediaCount),
    num_segments: isUndecided ? '0' : String(message.segments),
    price: null,
    price_unit: message.channel === 'sms' ? 'USD' : null,
    sid: message.sid,
    status: message.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  }
}

export function presentMedia(accountSid: string, media: Media) {
  return {
    account_sid: accountSid,
    content_type: media.contentType,
    date_created: rfc2822(media.createdAtMs),
    date_updated: rfc2822(media.createdAtMs),
    parent_sid: media.messageSid,
    sid: media.sid,
    uri: `${mediaPath(accountSid, media.messageSid, media.sid)}.json`,
  }
}

/** `Thu, 24 Aug 2023 05:01:45 +0000` */
export function rfc2822(atMs: number): string {
  return new Date(atMs).toUTCString().replace('GMT', '+0000')
}
