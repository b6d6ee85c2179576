// Reads the binary messages of a live call: both sides on one timeline.
// @ts-check

const headBytes = 4

/**
 * Undefined unless the message has a head and two sides of the same length. `atMs` is the time since the call was answered;
 * the sides are mu-law audio at 8,000 Hz, equally much of both.
 * @type {(message: ArrayBuffer) => { atMs: number, customer: Uint8Array, assistant: Uint8Array } | undefined}
 */
export function readPacket(message) {
  const length = (message.byteLength - headBytes) / 2
  if (length < 1 || !Number.isInteger(length)) return undefined
  return {
    atMs: new DataView(message).getUint32(0),
    customer: new Uint8Array(message.slice(headBytes, headBytes + length)),
    assistant: new Uint8Array(message.slice(headBytes + length)),
  }
}
