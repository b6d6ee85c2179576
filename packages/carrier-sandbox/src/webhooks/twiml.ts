// Parses the TwiML response to an inbound message.
// https://www.twilio.com/docs/messaging/twiml
import type { Message } from '../core/state.ts'
import { type Element, parseXml, XmlError } from './xml.ts'

type MessageVerb = Pick<Message, 'body' | 'mediaUrls'> & Partial<Pick<Message, 'to' | 'from' | 'statusCallback'>>
type Verb = { verb: 'message'; message: MessageVerb } | { verb: 'redirect'; url: string; method: 'GET' | 'POST' }

export class TwimlError extends Error {
  /** 11200: a file cannot be fetched; 12100: the document cannot be parsed; 12200: it contains an invalid verb; 12300: it has an invalid type; 13511: it has an invalid voice; 31941: it has an invalid track. */
  readonly code: 11200 | 12100 | 12200 | 12300 | 13511 | 31941

  constructor(code: TwimlError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export const parseTwiml = (document: string): Verb[] => parseResponse(document, verbOf)

/** Throws a `TwimlError`. */
export function parseResponse<Verb>(document: string, verbOf: (element: Element) => Verb): Verb[] {
  let root: Element
  try {
    root = parseXml(document)
  } catch (error) {
    if (error instanceof XmlError) throw new TwimlError(12100, error.message)
    throw error
  }
  if (root.name !== 'Response') throw new TwimlError(12100, `<${root.name}> is not <Response>.`)
  if (root.text.trim() !== '') throw new TwimlError(12200, 'There is text outside of a verb.')
  return root.children.map(verbOf)
}

function verbOf(element: Element): Verb {
  const { attributes, children } = element
  if (element.name === 'Redirect') {
    return { verb: 'redirect', url: element.text.trim(), method: attributes['method'] === 'GET' ? 'GET' : 'POST' }
  }
  if (element.name !== 'Message') throw new TwimlError(12200, `<${element.name}> is not a messaging verb.`)
  const invalid = children.find(({ name }) => name !== 'Body' && name !== 'Media')
  if (invalid) throw new TwimlError(12200, `<${invalid.name}> is not valid in <Message>.`)
  const bodies = children.filter(({ name }) => name === 'Body').map(({ text }) => text)
  const { to, from, statusCallback } = attributes
  const message = {
    ...(to !== undefined && { to }),
    ...(from !== undefined && { from }),
    ...(statusCallback !== undefined && { statusCallback }),
    body: bodies.length > 0 ? bodies.join('') : element.text.trim(),
    mediaUrls: children.filter(({ name }) => name === 'Media').map(({ text }) => text.trim()),
  }
  return { verb: 'message', message }
}
