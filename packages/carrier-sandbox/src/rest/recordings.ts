// Lists, starts, changes, serves and deletes recordings.

import { recordingPath } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import { type CallRecording, isActive } from '../core/call-recordings.ts'
import type { SandboxContext } from '../core/context.ts'
import { type ApiRequest, type ApiResponse, throwNotFound } from './api-request.ts'
import { getCall } from './calls.ts'
import { relativePage, timeFilter } from './paging.ts'
import { rfc2822 } from './present-call.ts'
import { oneOf, readRecordingOptions } from './read-call.ts'

export function listRecordings(context: SandboxContext, request: ApiRequest): ApiResponse {
  const callSid = request.query.get('CallSid')
  const isOfConference = Boolean(request.query.get('ConferenceSid'))
  return list(
    request,
    context.callRecordings.list().filter((recording) => !isOfConference && (!callSid || recording.callSid === callSid)),
    (recording) => presentRecording(context, recording),
  )
}

export function listRecordingsOfCall(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { sid } = getCall(context, request)
  return list(request, context.callRecordings.of(sid), (recording) => presentRecordingOfCall(context, recording))
}

/** Newest first. */
function list(
  request: ApiRequest,
  recordings: CallRecording[],
  present: (recording: CallRecording) => object,
): ApiResponse {
  const isInTime = timeFilter(request.query, 'DateCreated')
  const all = recordings.filter(({ createdAtMs }) => isInTime(createdAtMs)).reverse()
  return { status: 200, body: relativePage('recordings', all, request, present), root: 'Recordings' }
}

export function createRecording(context: SandboxContext, request: ApiRequest): ApiResponse {
  const call = getCall(context, request)
  const options = readRecordingOptions(request.form, 'do-not-trim')
  if (call.status !== 'in-progress') throw new ApiError(21220, 'Requested resource is not eligible for recording')
  const recording = context.telephony.startRecording(call.sid, options)
  return { ...presentOne(presentRecordingOfCall(context, recording)), status: 201 }
}

export function fetchRecordingOfCall(context: SandboxContext, request: ApiRequest): ApiResponse {
  return presentOne(presentRecordingOfCall(context, getRecordingOfCall(context, request)))
}

/** Without an extension, the media file, which is where `RecordingUrl` points. */
export function fetchRecording(context: SandboxContext, request: ApiRequest): ApiResponse {
  if (!/\.(?:json|xml)$/.test(request.path)) return fetchRecordingFile(context, request)
  return presentOne(presentRecording(context, getRecording(context, request)))
}

export function fetchRecordingFile(context: SandboxContext, request: ApiRequest): ApiResponse {
  const recording = getRecording(context, request)
  const text = request.query.get('RequestedChannels') || undefined
  if (text !== undefined && text !== '1' && text !== '2') throw new ApiError(20001, 'RequestedChannels must be 1 or 2.')
  if (recording.status !== 'completed') throwNotFound(request.path)
  if (request.path.endsWith('.mp3'))
    throw new ApiError(20001, 'The sandbox serves recordings as WAV files; request .wav instead of .mp3.')
  const channels = text === undefined ? undefined : text === '1' ? 1 : 2
  const body = context.telephony.recordingFile(recording, channels)
  if (!body) throw new ApiError(16113, 'Cannot download a dual-channel presentation of a mono recording')
  return { status: 200, body, headers: { 'content-type': 'audio/x-wav' }, sid: recording.sid }
}

export function updateRecording(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { form } = request
  const { telephony } = context
  const recording = getRecordingOfCall(context, request)
  const status = oneOf(form, 'Status', ['paused', 'in-progress', 'stopped'], '')
  const pause = oneOf(form, 'PauseBehavior', ['skip', 'silence'], 'silence') as 'skip' | 'silence'
  if (!isActive(recording)) throw new ApiError(21220, 'The recording has ended.')
  if (status === 'stopped') telephony.stopRecording(recording)
  else telephony.pauseRecording(recording, status === 'paused' ? pause : undefined)
  return presentOne(presentRecordingOfCall(context, recording))
}

export function deleteRecording(context: SandboxContext, request: ApiRequest): ApiResponse {
  return remove(context, getRecording(context, request))
}

export function deleteRecordingOfCall(context: SandboxContext, request: ApiRequest): ApiResponse {
  return remove(context, getRecordingOfCall(context, request))
}

function remove({ callRecordings }: SandboxContext, recording: CallRecording): ApiResponse {
  if (recording.status !== 'completed' && recording.status !== 'absent') throw new ApiError(20009)
  callRecordings.remove(recording)
  return { status: 204, sid: recording.sid }
}

function presentOne(body: { sid: string }): ApiResponse {
  return { status: 200, body, sid: body.sid, root: 'Recording' }
}

function getRecording({ callRecordings }: SandboxContext, { params, path }: ApiRequest): CallRecording {
  return callRecordings.get(params.recordingSid ?? '') ?? throwNotFound(path)
}

/** `Twilio.CURRENT` is the active recording of the call. */
function getRecordingOfCall(context: SandboxContext, request: ApiRequest): CallRecording {
  const { recordingSid, sid } = request.params
  if (recordingSid !== 'Twilio.CURRENT') {
    const recording = getRecording(context, request)
    return recording.callSid === sid ? recording : throwNotFound(request.path)
  }
  const [current, ...others] = context.callRecordings.of(sid ?? '').filter(isActive)
  if (others.length > 0) throw new ApiError(20001, 'The call has several active recordings; use the Sid of one.')
  return current ?? throwNotFound(request.path)
}

function presentRecording(context: SandboxContext, recording: CallRecording) {
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
function presentRecordingOfCall(context: SandboxContext, recording: CallRecording) {
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
