// Parses `<Stream>`, and the verbs that contain it.
// https://www.twilio.com/docs/voice/twiml/stream
import { TwimlError } from '../webhooks/twiml.ts'
import type { Element } from '../webhooks/xml.ts'
import type { Track } from './environment.ts'
import { type Action, invalid, readAction, readMethod } from './twiml-attributes.ts'

export interface StreamNoun {
  /** May be relative to the document. */
  url: string
  name: string | undefined
  tracks: Track[]
  parameters: Record<string, string>
  callback: Action | null
}

export interface ConnectVerb {
  verb: 'connect'
  stream: StreamNoun
  action: Action | null
}

export interface StartVerb {
  verb: 'start'
  stream: StreamNoun
}

export interface StopVerb {
  verb: 'stop'
  name: string
}

const tracksOf: Readonly<Record<string, Track[]>> = {
  inbound_track: ['inbound'],
  outbound_track: ['outbound'],
  both_tracks: ['inbound', 'outbound'],
}

export function readConnect(element: Element): ConnectVerb {
  const stream = readStream(onlyStream(element))
  if (stream.tracks.join() !== 'inbound') throw new TwimlError(31941, '<Connect> streams only the inbound_track.')
  return { verb: 'connect', stream, action: readAction(element) }
}

export const readStart = (element: Element): StartVerb => ({ verb: 'start', stream: readStream(onlyStream(element)) })

export function readStop(element: Element): StopVerb {
  const stream = onlyStream(element)
  const name = stream.attributes['name'] ?? ''
  if (name === '') throw invalid(stream, 'name')
  return { verb: 'stop', name }
}

function onlyStream({ name, children }: Element): Element {
  const [stream, ...others] = children
  if (stream?.name !== 'Stream' || others.length > 0)
    throw new TwimlError(12100, `<${name}> must contain exactly one <Stream>.`)
  return stream
}

function readStream(stream: Element): StreamNoun {
  const { url = '', name, track = 'inbound_track', statusCallback } = stream.attributes
  if (url === '' || (URL.canParse(url) && !/^wss?:$/.test(new URL(url).protocol))) throw invalid(stream, 'url')
  const tracks = Object.hasOwn(tracksOf, track) ? tracksOf[track] : undefined
  if (!tracks) throw new TwimlError(31941, `<Stream> has the unknown track ${track}.`)
  const method = readMethod(stream, 'statusCallbackMethod')
  return {
    ...{ url, name, tracks, parameters: readParameters(stream) },
    callback: statusCallback ? { url: statusCallback, method } : null,
  }
}

function readParameters({ children }: Element): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const { name, attributes } of children) {
    const key = attributes['name']
    if (name !== 'Parameter' || !key || attributes['value'] === undefined)
      throw new TwimlError(12200, '<Stream> may contain only <Parameter> with name and value.')
    if (key.length + attributes['value'].length > 500)
      throw new TwimlError(12200, `The parameter ${key} has more than 500 characters.`)
    parameters[key] = attributes['value']
  }
  return parameters
}
