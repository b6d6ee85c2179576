// Parses the TwiML of a call.
// https://www.twilio.com/docs/voice/twiml
import type { CallCallback, CallEvent, HttpMethod } from '../core/calls.ts'
import { TwimlError } from '../webhooks/twiml.ts'
import { type Element, parseXml, XmlError } from '../webhooks/xml.ts'
import { type DialRecording, type RecordVerb, readDialRecording, readRecord } from './record-twiml.ts'
import { checkSayVoice } from './say-voices.ts'
import { type ConnectVerb, readConnect, readStart, readStop, type StartVerb, type StopVerb } from './stream-twiml.ts'
import {
  type Action,
  forbidContent,
  invalid,
  readAction,
  readFlag,
  readMethod,
  readNumber,
} from './twiml-attributes.ts'

export interface DialVerb {
  verb: 'dial'
  to: string
  callerId: string | null
  ringingSeconds: number
  maxSeconds: number
  recording: DialRecording | null
  callback: CallCallback | null
  action: Action | null
}

export interface ConferenceVerb {
  verb: 'conference'
  name: string
  startsOnEnter: boolean
  endsOnExit: boolean
  maxParticipants: number
  isRecorded: boolean
  maxSeconds: number
  action: Action | null
}

export interface GatherVerb {
  verb: 'gather'
  prompts: (SayVerb | PlayVerb | PauseVerb)[]
  maxKeys: number
  timeoutSeconds: number
  /** Undefined if no key ends the input. */
  finishKey: string | undefined
  action: Action | null
}

interface SayVerb {
  verb: 'say'
  text: string
  times: number
}

export interface PlayVerb {
  verb: 'play'
  url: string
  times: number
}

interface PauseVerb {
  verb: 'pause'
  seconds: number
}

export type VoiceVerb =
  | ConnectVerb
  | StartVerb
  | StopVerb
  | DialVerb
  | ConferenceVerb
  | GatherVerb
  | SayVerb
  | PlayVerb
  | PauseVerb
  | RecordVerb
  | { verb: 'hang-up' }
  | { verb: 'reject'; reason: 'busy' | 'rejected' }
  | { verb: 'redirect'; url: string; method: HttpMethod }
  | { verb: 'press'; keys: string }

/** Also of a file that is played until the end of the call. */
const maxPlays = 1_000

const parsers: Readonly<Record<string, (element: Element) => VoiceVerb>> = {
  Connect: readConnect,
  Start: readStart,
  Stop: readStop,
  Dial: readDial,
  Hangup: (element) => {
    forbidContent(element)
    return { verb: 'hang-up' }
  },
  Reject: (element) => {
    forbidContent(element)
    const reason = element.attributes['reason'] ?? 'rejected'
    if (reason !== 'busy' && reason !== 'rejected') throw invalid(element, 'reason')
    return { verb: 'reject', reason }
  },
  Redirect: (element) => {
    const url = element.text.trim()
    if (url === '') throw new TwimlError(12100, '<Redirect> has no URL.')
    return { verb: 'redirect', url, method: readMethod(element, 'method') }
  },
  Pause: readPause,
  Play: (element) => {
    const keys = element.attributes['digits']
    if (keys === undefined) return readPlay(element)
    if (!/^[0-9A-D#*wW]{1,100}$/.test(keys)) throw invalid(element, 'digits')
    return { verb: 'press', keys }
  },
  Record: readRecord,
  Say: readSay,
  Gather: readGather,
}

/** Throws a `TwimlError`. */
export function parseVoiceTwiml(document: string): VoiceVerb[] {
  let root: Element
  try {
    root = parseXml(document)
  } catch (error) {
    throw error instanceof XmlError ? new TwimlError(12100, error.message) : error
  }
  if (root.name !== 'Response') throw new TwimlError(12100, `<${root.name}> is not <Response>.`)
  if (root.text.trim() !== '') throw new TwimlError(12200, 'There is text outside of a verb.')
  return root.children.map((element) => {
    const parse = Object.hasOwn(parsers, element.name) ? parsers[element.name] : undefined
    if (!parse) throw new TwimlError(12100, `<${element.name}> is not a voice verb that the sandbox supports.`)
    return parse(element)
  })
}

function readPause(element: Element): PauseVerb {
  return { verb: 'pause', seconds: readNumber(element, 'length', 1, 600) }
}

function readSay(element: Element): SayVerb {
  if (element.fullText.length > 4_096) throw new TwimlError(12200, '<Say> has more than 4,096 characters.')
  checkSayVoice(element.attributes)
  return { verb: 'say', text: element.fullText.trim(), times: readNumber(element, 'loop', 1, 10) }
}

function readPlay(element: Element): PlayVerb {
  const url = element.text.trim()
  if (url === '') throw new TwimlError(12100, '<Play> has no URL.')
  const loop = element.attributes['loop'] ?? '1'
  if (!/^\d{1,6}$/.test(loop)) throw invalid(element, 'loop')
  return { verb: 'play', url, times: Math.min(Number(loop) || maxPlays, maxPlays) }
}

function readGather(element: Element): GatherVerb {
  const input = element.attributes['input'] ?? 'dtmf'
  if (input !== 'dtmf') throw invalid(element, 'input')
  const finishKey = element.attributes['finishOnKey'] ?? '#'
  if (!/^[0-9#*]?$/.test(finishKey)) throw invalid(element, 'finishOnKey')
  return {
    verb: 'gather',
    prompts: element.children.map((child) => {
      if (child.name === 'Say') return readSay(child)
      if (child.name === 'Pause') return readPause(child)
      if (child.name === 'Play') return readPlay(child)
      throw new TwimlError(12200, `<Gather> cannot contain <${child.name}>.`)
    }),
    maxKeys: readNumber(element, 'numDigits', 100, 100),
    timeoutSeconds: readNumber(element, 'timeout', 5, 600),
    finishKey: finishKey === '' ? undefined : finishKey,
    action: readAction(element),
  }
}

function readConference(element: Element, noun: Element): ConferenceVerb {
  const name = noun.text.trim()
  if (name === '' || name.length > 128)
    throw new TwimlError(12200, '<Conference> has no name, or a name that is too long.')
  return {
    verb: 'conference',
    name,
    startsOnEnter: readFlag(noun, 'startConferenceOnEnter', true),
    endsOnExit: readFlag(noun, 'endConferenceOnExit', false),
    maxParticipants: readNumber(noun, 'maxParticipants', 250, 250),
    isRecorded: (noun.attributes['record'] ?? 'do-not-record') !== 'do-not-record',
    maxSeconds: readNumber(element, 'timeLimit', 14_400, 86_400),
    action: readAction(element),
  }
}

function readDial(element: Element): DialVerb | ConferenceVerb {
  const [noun, ...others] = element.children
  if (noun?.name === 'Conference' && others.length === 0) return readConference(element, noun)
  if (others.length > 0 || (noun && noun.name !== 'Number'))
    throw new TwimlError(12100, '<Dial> must contain one <Number>.')
  const to = (noun ?? element).text.trim()
  const callbackUrl = noun?.attributes['statusCallback']
  const events = (noun?.attributes['statusCallbackEvent'] ?? 'completed').split(' ').filter((event) => event !== '')
  if (!events.every((event) => /^(?:initiated|ringing|answered|completed)$/.test(event)))
    throw invalid(noun!, 'statusCallbackEvent')
  return {
    verb: 'dial',
    to,
    callerId: element.attributes['callerId'] ?? null,
    ringingSeconds: readNumber(element, 'timeout', 30, 600),
    maxSeconds: readNumber(element, 'timeLimit', 14_400, 86_400),
    recording: readDialRecording(element),
    callback: callbackUrl
      ? { url: callbackUrl, method: readMethod(noun!, 'statusCallbackMethod'), events: events as CallEvent[] }
      : null,
    action: readAction(element),
  }
}
