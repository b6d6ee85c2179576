// The JSON of messages and their media.
import { mediaPath } from '../core/addresses.ts'
import { errorMessage } from '../core/api-error.ts'
import type { Media, Message } from '../core/state.ts'

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
