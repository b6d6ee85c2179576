// Parses the TwiML of a call.
// https://www.twilio.com/docs/voice/twiml
import type { CallEvent } from '../core/calls.ts'
import { parseResponse, TwimlError } from '../webhooks/twiml.ts'
import type { Element } from '../webhooks/xml.ts'
import { readDialRecording, readRecord } from './record-twiml.ts'
import { checkSayVoice } from './say-voices.ts'
import { readConnect, readStart, readStop } from './stream-twiml.ts'
import {
  forbidContent,
  invalid,
  readAction,
  readCallback,
  readEvents,
  readFlag,
  readMethod,
  readNumber,
} from './twiml-attributes.ts'

/** Also of a file that is played until the end of the call. */
const maxPlays = 1_000

const parsers = {
  Connect: readConnect,
  Start: readStart,
  Stop: readStop,
  Dial: readDial,
  Hangup: (element: Element) => {
    forbidContent(element)
    return { verb: 'hang-up' as const }
  },
  Reject: (element: Element) => {
    forbidContent(element)
    const reason = element.attributes['reason'] ?? 'rejected'
    if (reason !== 'busy' && reason !== 'rejected') throw invalid(element, 'reason')
    return { verb: 'reject' as const, reason }
  },
  Redirect: (element: Element) => {
    const url = element.text.trim()
    if (url === '') throw new TwimlError(12100, '<Redirect> has no URL.')
    return { verb: 'redirect' as const, url, method: readMethod(element, 'method') }
  },
  Pause: readPause,
  Play: (element: Element) => {
    const keys = element.attributes['digits']
    if (keys === undefined) return readPlay(element)
    if (!/^[0-9A-D#*wW]{1,100}$/.test(keys)) throw invalid(element, 'digits')
    return { verb: 'press' as const, keys }
  },
  Record: readRecord,
  Say: readSay,
  Gather: readGather,
}

export type VoiceVerb = ReturnType<(typeof parsers)[keyof typeof parsers]>
export type DialVerb = Extract<VoiceVerb, { verb: 'dial' }>
export type ConferenceVerb = Extract<VoiceVerb, { verb: 'conference' }>
export type GatherVerb = Extract<VoiceVerb, { verb: 'gather' }>
export type PlayVerb = Extract<VoiceVerb, { verb: 'play' }>

/** Throws a `TwimlError`. */
export const parseVoiceTwiml = (document: string): VoiceVerb[] =>
  parseResponse(document, (element) => {
    if (!isVerb(element.name))
      throw new TwimlError(12100, `<${element.name}> is not a voice verb that the sandbox supports.`)
    return parsers[element.name](element)
  })

const isVerb = (name: string): name is keyof typeof parsers => Object.hasOwn(parsers, name)

function readPause(element: Element) {
  return { verb: 'pause' as const, seconds: readNumber(element, 'length', 1, 600) }
}

function readSay(element: Element) {
  if (element.fullText.length > 4_096) throw new TwimlError(12200, '<Say> has more than 4,096 characters.')
  checkSayVoice(element.attributes)
  return { verb: 'say' as const, text: element.fullText.trim(), times: readNumber(element, 'loop', 1, 10) }
}

function readPlay(element: Element) {
  const url = element.text.trim()
  if (url === '') throw new TwimlError(12100, '<Play> has no URL.')
  const loop = element.attributes['loop'] ?? '1'
  if (!/^\d{1,6}$/.test(loop)) throw invalid(element, 'loop')
  return { verb: 'play' as const, url, times: Math.min(Number(loop) || maxPlays, maxPlays) }
}

function readGather(element: Element) {
  const input = element.attributes['input'] ?? 'dtmf'
  if (input !== 'dtmf') throw invalid(element, 'input')
  const finishKey = element.attributes['finishOnKey'] ?? '#'
  if (!/^[0-9#*]?$/.test(finishKey)) throw invalid(element, 'finishOnKey')
  return {
    verb: 'gather' as const,
    prompts: element.children.map((child) => {
      if (child.name === 'Say') return readSay(child)
      if (child.name === 'Pause') return readPause(child)
      if (child.name === 'Play') return readPlay(child)
      throw new TwimlError(12200, `<Gather> cannot contain <${child.name}>.`)
    }),
    maxKeys: readNumber(element, 'numDigits', 100, 100),
    timeoutSeconds: readNumber(element, 'timeout', 5, 600),
    /** Undefined if no key ends the input. */
    finishKey: finishKey === '' ? undefined : finishKey,
    action: readAction(element),
  }
}

function readConference(element: Element, noun: Element) {
  const name = noun.text.trim()
  if (name === '' || name.length > 128)
    throw new TwimlError(12200, '<Conference> has no name, or a name that is too long.')
  return {
    verb: 'conference' as const,
    name,
    startsOnEnter: readFlag(noun, 'startConferenceOnEnter', true),
    endsOnExit: readFlag(noun, 'endConferenceOnExit', false),
    maxParticipants: readNumber(noun, 'maxParticipants', 250, 250),
    isRecorded: (noun.attributes['record'] ?? 'do-not-record') !== 'do-not-record',
    maxSeconds: readNumber(element, 'timeLimit', 14_400, 86_400),
    action: readAction(element),
  }
}

function readDial(element: Element) {
  const [noun, ...others] = element.children
  if (noun?.name === 'Conference' && others.length === 0) return readConference(element, noun)
  if (others.length > 0 || (noun && noun.name !== 'Number'))
    throw new TwimlError(12100, '<Dial> must contain one <Number>.')
  const to = (noun ?? element).text.trim()
  const events = noun && readEvents(noun, 'statusCallbackEvent', /^(?:initiated|ringing|answered|completed)$/)
  return {
    verb: 'dial' as const,
    to,
    callerId: element.attributes['callerId'] ?? null,
    ringingSeconds: readNumber(element, 'timeout', 30, 600),
    maxSeconds: readNumber(element, 'timeLimit', 14_400, 86_400),
    recording: readDialRecording(element),
    callback: noun?.attributes['statusCallback']
      ? { ...readCallback(noun, 'statusCallback')!, events: events as CallEvent[] }
      : null,
    action: readAction(element),
  }
}
