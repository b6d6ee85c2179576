// Parses `<Record>`, and the attributes that record a `<Dial>`.
// https://www.twilio.com/docs/voice/twiml/record
import type { RecordingCallback, RecordingEvent, RecordingOptions, RecordingTrack } from '../core/call-recordings.ts'
import type { Element } from '../webhooks/xml.ts'
import {
  forbidContent,
  invalid,
  readAction,
  readCallback,
  readEvents,
  readFlag,
  readNumber,
} from './twiml-attributes.ts'

export type RecordVerb = ReturnType<typeof readRecord>

export function readRecord(element: Element) {
  forbidContent(element)
  const finishKeys = element.attributes['finishOnKey'] ?? '1234567890*#'
  if (!/^[0-9#*]{0,12}$/.test(finishKeys)) throw invalid(element, 'finishOnKey')
  return {
    verb: 'record' as const,
    recording: recordingOf(element, 'inbound', 1, 'trim-silence'),
    playBeep: readFlag(element, 'playBeep', true),
    /** Any of these keys ends the recording. */
    finishKeys,
    /** A longer silence ends the recording. */
    timeoutSeconds: readNumber(element, 'timeout', 5, 86_400),
    maxSeconds: readNumber(element, 'maxLength', 3_600, 86_400),
    action: readAction(element),
  }
}

/** Null if the `<Dial>` is not recorded. */
export function readDialRecording(element: Element) {
  const record = element.attributes['record'] ?? 'do-not-record'
  if (record === 'do-not-record' || record === 'false') return null
  const [whole, startsAt = 'answer', dual] = /^(?:true|record-from-(answer|ringing)(-dual)?)$/.exec(record) ?? []
  if (whole === undefined) throw invalid(element, 'record')
  const track = element.attributes['recordingTrack'] ?? 'both'
  if (!/^(?:inbound|outbound|both)$/.test(track)) throw invalid(element, 'recordingTrack')
  const channels = track === 'both' && dual ? 2 : 1
  return { startsAt, ...recordingOf(element, track as RecordingTrack, channels, 'do-not-trim') }
}

function recordingOf(element: Element, track: RecordingTrack, channels: 1 | 2, defaultTrim: string): RecordingOptions {
  const trim = element.attributes['trim'] ?? defaultTrim
  if (trim !== 'trim-silence' && trim !== 'do-not-trim') throw invalid(element, 'trim')
  return { track, channels, trim: trim === 'trim-silence', callback: readRecordingCallback(element) }
}

function readRecordingCallback(element: Element): RecordingCallback | null {
  const events = readEvents(element, 'recordingStatusCallbackEvent', /^(?:in-progress|completed|absent)$/)
  const callback = readCallback(element, 'recordingStatusCallback')
  return callback && { ...callback, events: events as RecordingEvent[] }
}
