// Reads session descriptions leniently and in linear time (RFC 8866, section 5).
import { isIPv6, SocketAddress } from 'node:net'
import { readCrypto } from './crypto.ts'
import type { CryptoLine, Direction, MediaDescription, RtpMap, SessionDescription } from './description.ts'

const maxBytes = 4_096
const maxMedia = 4
const maxFormats = 32
const maxCryptoLines = 16
const directions: readonly string[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'] satisfies Direction[]

interface Draft {
  kind: string
  port: number
  protocol: string
  formats: string[]
  address: string | undefined
  direction: Direction | undefined
  maps: Map<number, RtpMap>
  ptimeMs: number | undefined
  maxPtimeMs: number | undefined
  rtcp: MediaDescription['rtcp']
  hasRtcpMux: boolean
  crypto: CryptoLine[]
}

/**
 * Lines may end with a line feed alone, and the last one with nothing. Unknown lines and attributes are skipped. Returns
 * undefined for more than 4 KiB or four media lines, and for a description without `v=0`, `o=` and a media line.
 */
export function parseDescription(bytes: Uint8Array): SessionDescription | undefined {
  if (bytes.length > maxBytes) return undefined
  const lines = Buffer.from(bytes).toString('utf8').split('\n')
  if (lines[0]!.trim() !== 'v=0') return undefined
  let origin: { sessionId: string; version: string } | undefined
  const session = createDraft()
  const media: Draft[] = []
  for (const line of lines) {
    const [name, value] = [line.slice(0, 2), line.slice(2).trim()]
    if (name === 'o=') origin ??= readOrigin(value)
    else if (name === 'm=') {
      const draft = readMedia(value)
      if (!draft || media.length === maxMedia) return undefined
      media.push(draft)
    } else takeLine(media.at(-1) ?? session, name, value)
  }
  if (!origin || media.length === 0) return undefined
  return { ...origin, media: media.map((draft) => complete(draft, session)) }
}

const createDraft = (): Draft => ({
  ...{ kind: '', port: 0, protocol: '', formats: [], maps: new Map(), crypto: [], hasRtcpMux: false },
  ...{ address: undefined, direction: undefined, ptimeMs: undefined, maxPtimeMs: undefined, rtcp: undefined },
})

/** Attributes of the session apply to each media line that does not have its own (RFC 8866, section 5.13). */
const complete = (draft: Draft, session: Draft): MediaDescription => ({
  ...draft,
  address: draft.address ?? session.address,
  direction: draft.direction ?? session.direction ?? 'sendrecv',
  ptimeMs: draft.ptimeMs ?? session.ptimeMs,
  hasRtcpMux: draft.hasRtcpMux || session.hasRtcpMux,
})

function readOrigin(value: string): { sessionId: string; version: string } | undefined {
  const [, sessionId = '', version = ''] = value.split(' ', 4)
  return sessionId && version ? { sessionId, version } : undefined
}

function readMedia(value: string): Draft | undefined {
  // RFC 8866, section 5.14: kind, port (and a count of ports), protocol, formats.
  const [kind = '', ports = '', protocol = '', ...formats] = value.split(/[ \t]+/, maxFormats + 3)
  const port = numberIn(ports.split('/', 1)[0], 65_535)
  if (!/^[\w-]+$/.test(kind) || port === undefined || !/^[\w/-]+$/.test(protocol) || formats.length === 0)
    return undefined
  return { ...createDraft(), kind: kind.toLowerCase(), port, protocol: protocol.toUpperCase(), formats }
}

function takeLine(draft: Draft, name: string, value: string): void {
  if (name === 'c=') draft.address ??= readAddress(value)
  if (name !== 'a=') return
  const colon = value.indexOf(':')
  const attribute = (colon < 0 ? value : value.slice(0, colon)).trim().toLowerCase()
  takeAttribute(draft, attribute, colon < 0 ? '' : value.slice(colon + 1).trim())
}

function takeAttribute(draft: Draft, attribute: string, value: string): void {
  // Some systems repeat the direction; the last one is what they mean.
  if (directions.includes(attribute)) draft.direction = attribute as Direction
  else if (attribute === 'rtpmap') takeMap(draft, value)
  else if (attribute === 'ptime') draft.ptimeMs = numberIn(value.split('.', 1)[0], 1_000)
  else if (attribute === 'maxptime') draft.maxPtimeMs = numberIn(value.split('.', 1)[0], 1_000)
  else if (attribute === 'rtcp-mux') draft.hasRtcpMux = true
  else if (attribute === 'rtcp') draft.rtcp = readRtcp(value)
  else if (attribute === 'crypto' && draft.crypto.length < maxCryptoLines) {
    const line = readCrypto(value)
    if (line) draft.crypto.push(line)
  }
}

function takeMap(draft: Draft, value: string): void {
  const [format = '', encoding = ''] = value.split(/[ \t]+/, 2)
  const [name = '', rate = '', channels = '1'] = encoding.split('/', 3)
  const payloadType = numberIn(format, 127)
  const clockRate = numberIn(rate, 192_000)
  if (payloadType === undefined || !clockRate || draft.maps.size >= maxFormats) return
  // Two channels are another codec for us.
  draft.maps.set(payloadType, {
    name: channels === '1' ? name.toUpperCase() : `${name.toUpperCase()}/${channels}`,
    clockRate,
  })
}

/** RFC 3605, section 2.1: `53020` or `53020 IN IP6 2001:db8::1`. */
function readRtcp(value: string): Draft['rtcp'] {
  const space = value.indexOf(' ')
  const port = numberIn(space < 0 ? value : value.slice(0, space), 65_535)
  if (!port) return undefined
  return { port, address: space < 0 ? undefined : readAddress(value.slice(space + 1)) }
}

/**
 * `IN IP4 192.0.2.1/127`: the time to live of multicast is not part of the address. IPv6 gets the form in which the system
 * names sources.
 */
function readAddress(value: string): string | undefined {
  const [network = '', family = '', address = ''] = value.trim().split(/[ \t]+/, 3)
  if (network.toUpperCase() !== 'IN' || !/^IP[46]$/i.test(family)) return undefined
  const [bare] = address.split('/', 1)
  return isIPv6(bare!) ? new SocketAddress({ address: bare!, family: 'ipv6' }).address : bare || undefined
}

function numberIn(text: string | undefined, maximum: number): number | undefined {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return undefined
  const number = Number(text)
  return number <= maximum ? number : undefined
}
