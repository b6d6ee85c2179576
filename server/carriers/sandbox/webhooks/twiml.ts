// Reads the TwiML that may answer an inbound message.
// https://www.twilio.com/docs/messaging/twiml
import { type Element, parseXml, XmlFault } from './xml.ts'

export type Verb = MessageVerb | { verb: 'redirect'; url: string; method: 'GET' | 'POST' }

export interface MessageVerb {
  verb: 'message'
  to?: string
  from?: string
  statusCallback?: string
  body: string
  mediaUrls: string[]
}

export class TwimlFault extends Error {
  /** 12100: not a document; 12200: a document with verbs that do not belong there. */
  readonly code: 12100 | 12200

  constructor(code: 12100 | 12200, message: string) {
    super(message)
    this.code = code
  }
}

export function parseTwiml(document: string): Verb[] {
  let root: Element
  try {
    root = parseXml(document)
  } catch (error) {
    if (error instanceof XmlFault) throw new TwimlFault(12100, error.message)
    throw error
  }
  if (root.name !== 'Response') throw new TwimlFault(12100, `<${root.name}> is not <Response>.`)
  if (root.text.trim() !== '') throw new TwimlFault(12200, 'Text stands outside of a verb.')
  return root.children.map(verbOf)
}

function verbOf(element: Element): Verb {
  const { attributes, children } = element
  if (element.name === 'Redirect') {
    return { verb: 'redirect', url: element.text.trim(), method: attributes['method'] === 'GET' ? 'GET' : 'POST' }
  }
  if (element.name !== 'Message') throw new TwimlFault(12200, `<${element.name}> is not a verb of messages.`)
  const stranger = children.find(({ name }) => name !== 'Body' && name !== 'Media')
  if (stranger) throw new TwimlFault(12200, `<${stranger.name}> does not belong in <Message>.`)
  const bodies = children.filter(({ name }) => name === 'Body').map(({ text }) => text)
  return {
    verb: 'message',
    to: attributes['to'],
    from: attributes['from'],
    statusCallback: attributes['statusCallback'],
    body: bodies.length > 0 ? bodies.join('') : element.text.trim(),
    mediaUrls: children.filter(({ name }) => name === 'Media').map(({ text }) => text.trim()),
  }
}
