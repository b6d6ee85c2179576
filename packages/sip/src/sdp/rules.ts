// The rules that offers and answers share: codecs, directions, packet times and addresses (RFC 3264).
import { isIP } from 'node:net'
import type { CodecName, LocalDescription, MediaAddress, MediaAgreement, Refused } from './agreement.ts'
import type { Direction, MediaDescription } from './description.ts'

/** Static payload types (RFC 3551, section 6). G.722 has a clock rate of 8,000 by an error that is kept. */
export const staticTypes: Readonly<Record<CodecName, number>> = { PCMU: 0, PCMA: 8, G722: 9 }
const namesOfTypes = new Map(Object.entries(staticTypes).map(([name, type]) => [type, name as CodecName]))

/** The codec of a format: by its map, or else by its static type. */
export function codecOf({ maps }: MediaDescription, format: string): CodecName | undefined {
  const payloadType = payloadTypeOf(format)
  if (payloadType === undefined) return undefined
  const map = maps.get(payloadType)
  if (!map) return namesOfTypes.get(payloadType)
  // Some telephones give G.722 the rate of its samples.
  if (map.clockRate !== 8_000 && !(map.name === 'G722' && map.clockRate === 16_000)) return undefined
  return Object.hasOwn(staticTypes, map.name) ? (map.name as CodecName) : undefined
}

export const payloadTypeOf = (format: string): number | undefined =>
  /^\d{1,3}$/.test(format) && Number(format) <= 127 ? Number(format) : undefined

/** The payload type of telephone-event with the clock rate of our codecs (RFC 4733, section 2.4.1). */
export function eventsOf({ maps, formats }: MediaDescription): number | undefined {
  for (const format of formats) {
    const map = maps.get(Number(format))
    if (map?.name === 'TELEPHONE-EVENT' && map.clockRate === 8_000) return Number(format)
  }
  return undefined
}

export const sends = (direction: Direction): boolean => direction === 'sendrecv' || direction === 'sendonly'
export const receives = (direction: Direction): boolean => direction === 'sendrecv' || direction === 'recvonly'

/** What this side may do, if it wants `own` and the other side has described `remote` (RFC 3264, section 6.1). */
export function commonDirection(own: Direction, remote: Direction): Direction {
  const [sending, receiving] = [sends(own) && receives(remote), receives(own) && sends(remote)]
  if (sending) return receiving ? 'sendrecv' : 'sendonly'
  return receiving ? 'recvonly' : 'inactive'
}

const unspecified = /^(?:0\.0\.0\.0|[0:]+)$/

/** The old way to hold a call: the address 0.0.0.0 (RFC 3264, section 8.4). */
export const isUnspecified = (address: string): boolean => unspecified.test(address)

/** What the other side has described, with an address of 0.0.0.0 as the hold that it means. */
export const remoteDirection = ({ direction, address }: MediaDescription): Direction =>
  isUnspecified(address ?? '') ? commonDirection('sendonly', reversed(direction)) : direction

const reversed = (direction: Direction): Direction =>
  direction === 'sendonly' ? 'recvonly' : direction === 'recvonly' ? 'sendonly' : direction

/** Multicast and broadcast addresses would make this side send to many. */
export const isUnicast = (address: string): boolean =>
  !/^(?:2(?:2[4-9]|3\d)\.|255\.255\.255\.255$|ff[0-9a-f]{2}:)/i.test(address)

/** Whether an address in our own descriptions can be reached from other hosts. */
export const isReachableMediaAddress = (address: string): boolean =>
  isIP(address) !== 0 && isUnicast(address) && !/^(?:127\.|0\.|::1?$|fe80:)/i.test(address)

/** The multiple of 20 ms that the other side wants to receive, as far as it is possible. Default: 20. */
export function packetTime({ ptimeMs = 20, maxPtimeMs = 60 }: MediaDescription): number {
  for (const time of [60, 40]) if (ptimeMs === time && maxPtimeMs >= time) return time
  return 20
}

/** The part of an agreement that the media line of the other side decides. */
export function remotePart(
  media: MediaDescription,
  rtcpMux: boolean,
): Pick<MediaAgreement, 'remote' | 'remoteRtcp' | 'rtcpMux' | 'hasNoDestination' | 'ptimeMs'> {
  const remote: MediaAddress = { address: media.address ?? '', port: media.port }
  const rtcp = { address: media.rtcp?.address ?? remote.address, port: media.rtcp?.port ?? media.port + 1 }
  return {
    remote,
    remoteRtcp: rtcpMux ? remote : rtcp,
    rtcpMux,
    hasNoDestination: isUnspecified(remote.address),
    ptimeMs: packetTime(media),
  }
}

export const receivesOf = ({ codecs }: Pick<LocalDescription, 'codecs'>): ReadonlyMap<number, CodecName> =>
  new Map(codecs.map(({ name, payloadType }) => [payloadType, name]))

export const refuse = (refused: Refused['refused'], reason: string): Refused => ({ refused, reason })
