// Writes SIP messages (RFC 3261, section 7): strict in form, so no value can add a header field or a message.
import { isRequest, type SipMessage } from './message.ts'
import { isToken } from './text.ts'

const encoder = new TextEncoder()
const lineBreak = /[\r\n]/

/**
 * The bytes of a message. Content-Length is computed; one in the message is ignored. Throws a RangeError if a part of
 * the message does not fit its place: a name that is no token, a line break in a value, white space in a URI.
 */
export function writeMessage(message: SipMessage): Uint8Array {
  let head = `${firstLine(message)}\r\n`
  for (const [name, value] of message.headers) {
    if (name === 'Content-Length') continue
    if (!isToken(name)) throw new RangeError('A header name is not a token.')
    if (lineBreak.test(value)) throw new RangeError(`The value of ${name} has a line break.`)
    head += `${name}: ${value}\r\n`
  }
  const headBytes = encoder.encode(`${head}Content-Length: ${message.body.length}\r\n\r\n`)
  if (message.body.length === 0) return headBytes
  const bytes = new Uint8Array(headBytes.length + message.body.length)
  bytes.set(headBytes)
  bytes.set(message.body, headBytes.length)
  return bytes
}

function firstLine(message: SipMessage): string {
  if (isRequest(message)) {
    if (!isToken(message.method)) throw new RangeError('The method is not a token.')
    if (message.uri === '' || /\s/.test(message.uri)) throw new RangeError('The Request-URI is empty or has a space.')
    return `${message.method} ${message.uri} SIP/2.0`
  }
  const { status, reason } = message
  if (!Number.isInteger(status) || status < 100 || status > 699) throw new RangeError('The status is not 100 to 699.')
  if (lineBreak.test(reason)) throw new RangeError('The reason phrase has a line break.')
  return `SIP/2.0 ${status} ${reason}`
}
