// Parses `<Record>`, and the attributes that record a `<Dial>`.
// https://www.twilio.com/docs/voice/twiml/record
import type { RecordingCallback, RecordingEvent, RecordingOptions, RecordingTrack } from '../core/call-recordings.ts'
import type { Element } from '../webhooks/xml.ts'
import {
  type Action,
  forbidContent,
  invalid,
  readAction,
  readFlag,
  readMethod,
  readNumber,
} from './twiml-attributes.ts'

export interface RecordVerb {
  verb: 'record'
  recording: RecordingOptions
  playBeep: boolean
  /** Any of these keys ends the recording. */
  finishKeys: string
  /** A longer silence ends the recording. */
  timeoutSeconds: number
  maxSeconds: number
  action: Action | null
}

export interface DialRecording extends RecordingOptions {
  startsAt: 'ringing' | 'answer'
}

export function readRecord(element: Element): RecordVerb {
  forbidContent(element)
  const finishKeys = element.attributes['finishOnKey'] ?? '1234567890*#'
  if (!/^[0-9#*]{0,12}$/.test(finishKeys)) throw invalid(element, 'finishOnKey')
  return {
    verb: 'record',
    recording: { track: 'inbound', channels: 1, ...readOptions(element, 'trim-silence') },
    playBeep: readFlag(element, 'playBeep', true),
    finishKeys,
    timeoutSeconds: readNumber(element, 'timeout', 5, 86_400),
    maxSeconds: readNumber(element, 'maxLength', 3_600, 86_400),
    action: readAction(element),
  }
}

/** Null if the `<Dial>` is not recorded. */
export function readDialRecording(element: Element): DialRecording | null {
  const record = element.attributes['record'] ?? 'do-not-record'
  if (record === 'do-not-record' || record === 'false') return null
  const [, startsAt = 'answer', dual] = /^(?:true|record-from-(answer|ringing)(-dual)?)$/.exec(record) ?? [
    undefined,
    '',
  ]
  if (startsAt !== 'answer' && startsAt !== 'ringing') throw invalid(element, 'record')
  const track = element.attributes['recordingTrack'] ?? 'both'
  if (!/^(?:inbound|outbound|both)$/.test(track)) throw invalid(element, 'recordingTrack')
  return {
    startsAt,
    track: track as RecordingTrack,
    channels: track === 'both' && dual ? 2 : 1,
    ...readOptions(element, 'do-not-trim'),
  }
}

function readOptions(element: Element, defaultTrim: string): Pick<RecordingOptions, 'trim' | 'callback'> {
  const trim = element.attributes['trim'] ?? defaultTrim
  if (trim !== 'trim-silence' && trim !== 'do-not-trim') throw invalid(element, 'trim')
  return { trim: trim === 'trim-silence', callback: readRecordingCallback(element) }
}

function readRecordingCallback(element: Element): RecordingCallback | null {
  const url = element.attributes['recordingStatusCallback']
  const names = (element.attributes['recordingStatusCallbackEvent'] ?? 'completed').split(' ')
  const events = names.filter((name) => name !== '')
  if (!events.every((event) => /^(?:in-progress|completed|absent)$/.test(event)))
    throw invalid(element, 'recordingStatusCallbackEvent')
  const method = readMethod(element, 'recordingStatusCallbackMethod')
  return url ? { url, method, events: events as RecordingEvent[] } : null
}
