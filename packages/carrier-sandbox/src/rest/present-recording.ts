// The JSON of recordings.
import { recordingPath } from '../core/addresses.ts'
import type { CallRecording } from '../core/call-recordings.ts'
import type { SandboxContext } from '../core/context.ts'
import { rfc2822 } from './present-message.ts'

export function presentRecording(context: SandboxContext, recording: CallRecording) {
  const path = recordingPath(context.accountSid, recording.sid)
  return {
    ...commonFields(context, recording),
    uri: `${path}.json`,
    subresource_uris: {
      add_on_results: `${path}/AddOnResults.json`,
      transcriptions: `${path}/Transcriptions.json`,
    },
    media_url: context.baseUrl + path,
  }
}

/** As the resource of its call shows it. */
export function presentRecordingOfCall(context: SandboxContext, recording: CallRecording) {
  const { accountSid } = context
  const uri = `/2010-04-01/Accounts/${accountSid}/Calls/${recording.callSid}/Recordings/${recording.sid}.json`
  return { ...commonFields(context, recording), track: recording.track, uri }
}

function commonFields({ accountSid }: SandboxContext, recording: CallRecording) {
  const { durationSeconds } = recording
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    call_sid: recording.callSid,
    conference_sid: null,
    channels: recording.channels,
    date_created: rfc2822(recording.createdAtMs),
    date_updated: rfc2822(recording.updatedAtMs),
    start_time: rfc2822(recording.createdAtMs),
    price: null,
    price_unit: 'USD',
    duration: durationSeconds === null ? null : String(durationSeconds),
    sid: recording.sid,
    source: recording.source,
    status: recording.status,
    error_code: recording.errorCode,
    encryption_details: null,
  }
}
