// Asks a STUN server for the public address of a UDP socket (RFC 8489): binding requests and their responses only.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:dgram'
import type { SipClock } from '../clock.ts'
import type { Endpoint } from './transport.ts'

const magicCookie = 0x2112a442
const bindingRequest = 0x0001
const bindingSuccess = 0x0101
const mappedAddress = 0x0001
const xorMappedAddress = 0x0020
const headerLength = 20
const maxMessageLength = 1_500
const maxAttributes = 32

/** A binding request (section 5) with a transaction ID of 12 bytes. */
export function encodeStunRequest(transactionId: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(headerLength)
  bytes.writeUInt16BE(bindingRequest, 0)
  bytes.writeUInt32BE(magicCookie, 4)
  bytes.set(transactionId.subarray(0, 12), 8)
  return bytes
}

/** Whether bytes can be STUN: the two first bits are 0, and the magic cookie follows (section 5). */
export const isStun = (bytes: Uint8Array): boolean =>
  bytes.length >= headerLength && bytes[0]! < 4 && view(bytes).getUint32(4) === magicCookie

/**
 * The address in a successful response to the request with this transaction ID. Returns undefined for other messages.
 * XOR-MAPPED-ADDRESS is preferred; MAPPED-ADDRESS is what old servers send (sections 14.1 and 14.2).
 */
export function decodeStunResponse(bytes: Uint8Array, transactionId: Uint8Array): Endpoint | undefined {
  if (!isStun(bytes) || bytes.length > maxMessageLength) return undefined
  const data = view(bytes)
  if (data.getUint16(0) !== bindingSuccess || data.getUint16(2) !== bytes.length - headerLength) return undefined
  if (Buffer.compare(bytes.subarray(8, headerLength), transactionId) !== 0) return undefined
  let mapped: Endpoint | undefined
  let offset = headerLength
  for (let count = 0; count < maxAttributes && offset + 4 <= bytes.length; count++) {
    const type = data.getUint16(offset)
    const length = data.getUint16(offset + 2)
    const value = bytes.subarray(offset + 4, offset + 4 + length)
    if (value.length !== length) return undefined
    if (type === xorMappedAddress) return readAddress(value, bytes.subarray(4, headerLength))
    if (type === mappedAddress) mapped = readAddress(value, new Uint8Array(16))
    // Attributes are padded to four bytes (section 14).
    offset += 4 + Math.ceil(length / 4) * 4
  }
  return mapped
}

/** The key is the magic cookie and the transaction ID, or zeros. */
function readAddress(value: Uint8Array, key: Uint8Array): Endpoint | undefined {
  const length = value[1] === 1 ? 4 : value[1] === 2 ? 16 : 0
  if (length === 0 || value.length !== 4 + length) return undefined
  const port = ((value[2]! ^ key[0]!) << 8) | (value[3]! ^ key[1]!)
  const bytes = value.subarray(4).map((byte, index) => byte ^ key[index]!)
  if (length === 4) return { address: bytes.join('.'), port }
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bytes[index * 2]! << 8) | bytes[index * 2 + 1]!).toString(16),
  )
  return { address: URL.parse(`http://[${groups.join(':')}]`)!.hostname.slice(1, -1), port }
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export interface StunQuestion {
  /** The bound socket whose public address is wanted. */
  socket: Socket
  server: Endpoint
  clock: SipClock
  /** The delay before the first repetition, which doubles (section 6.2.1). Default: 500 ms. */
  rtoMs?: number
  /** How often the request is sent. Default: 5, after which the answer is awaited for 16 times the first delay. */
  attempts?: number
}

/** Resolves with undefined if the server does not answer. Only answers from the server's own address count. */
export function askStun({
  socket,
  server,
  clock,
  rtoMs = 500,
  attempts = 5,
}: StunQuestion): Promise<Endpoint | undefined> {
  const transactionId = randomBytes(12)
  const request = encodeStunRequest(transactionId)
  return new Promise((resolve) => {
    let cancelTimer: (() => void) | undefined
    const finish = (endpoint?: Endpoint): void => {
      cancelTimer?.()
      socket.off('message', take)
      socket.off('close', closed)
      resolve(endpoint)
    }
    const closed = (): void => finish()
    const take = (bytes: Buffer, from: { address: string; port: number }): void => {
      if (from.address !== server.address || from.port !== server.port) return
      const endpoint = decodeStunResponse(bytes, transactionId)
      if (endpoint !== undefined) finish(endpoint)
    }
    const sendAgain = (sent: number): void => {
      if (sent === attempts) {
        cancelTimer = clock.after(rtoMs * 16, finish)
        return
      }
      socket.send(request, server.port, server.address, () => {})
      cancelTimer = clock.after(sent + 1 === attempts ? 0 : rtoMs * 2 ** sent, () => sendAgain(sent + 1))
    }
    socket.on('message', take)
    socket.on('close', closed)
    sendAgain(0)
  })
}
