// Parses `<Stream>`, and the verbs that contain it.
// https://www.twilio.com/docs/voice/twiml/stream
import { TwimlError } from '../webhooks/twiml.ts'
import type { Element } from '../webhooks/xml.ts'
import type { Track } from './environment.ts'
import { invalid, readAction, readCallback } from './twiml-attributes.ts'

const tracksOf: Readonly<Record<string, Track[]>> = {
  inbound_track: ['inbound'],
  outbound_track: ['outbound'],
  both_tracks: ['inbound', 'outbound'],
}

export function readConnect(element: Element) {
  const stream = readStream(onlyStream(element))
  if (stream.tracks.join() !== 'inbound') throw new TwimlError(31941, '<Connect> streams only the inbound_track.')
  return { verb: 'connect' as const, stream, action: readAction(element) }
}

export const readStart = (element: Element) => ({ verb: 'start' as const, stream: readStream(onlyStream(element)) })

export function readStop(element: Element) {
  const stream = onlyStream(element)
  const name = stream.attributes['name'] ?? ''
  if (name === '') throw invalid(stream, 'name')
  return { verb: 'stop' as const, name }
}

function onlyStream({ name, children }: Element): Element {
  const [stream, ...others] = children
  if (stream?.name !== 'Stream' || others.length > 0)
    throw new TwimlError(12100, `<${name}> must contain exactly one <Stream>.`)
  return stream
}

export type StreamNoun = ReturnType<typeof readStream>

/** The URLs may be relative to the document. */
function readStream(stream: Element) {
  const { url = '', name, track = 'inbound_track' } = stream.attributes
  if (url === '' || (URL.canParse(url) && !/^wss?:$/.test(new URL(url).protocol))) throw invalid(stream, 'url')
  const tracks = Object.hasOwn(tracksOf, track) ? tracksOf[track] : undefined
  if (!tracks) throw new TwimlError(31941, `<Stream> has the unknown track ${track}.`)
  const callback = readCallback(stream, 'statusCallback')
  return { url, name, tracks, parameters: readParameters(stream), callback }
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
