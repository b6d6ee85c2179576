// Reads the binary messages of a live call: both sides on one timeline.

const headBytes = 4

export interface Packet {
  /** Since the call was answered. */
  atMs: number
  /** Mu-law audio at 8,000 Hz, equally much of both sides. */
  customer: Uint8Array
  assistant: Uint8Array
}

/** Undefined unless the message has a head and two sides of the same length. */
export function readPacket(message: ArrayBuffer): Packet | undefined {
  const length = (message.byteLength - headBytes) / 2
  if (length < 1 || !Number.isInteger(length)) return undefined
  return {
    atMs: new DataView(message).getUint32(0),
    customer: new Uint8Array(message.slice(headBytes, headBytes + length)),
    assistant: new Uint8Array(message.slice(headBytes + length)),
  }
}
