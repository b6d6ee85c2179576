// The rules that offers and answers share: codecs, directions, packet times and addresses (RFC 3264).
import { BlockList, isIP } from 'node:net'
import type { CodecName, LocalDescription, LocalMedia, MediaAddress, MediaAgreement, Refused } from './agreement.ts'
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

/** Not the address of one host: this network, multicast, reserved and broadcast (RFC 6890; RFC 4291, section 2.7). */
const noHosts = new BlockList()
noHosts.addSubnet('0.0.0.0', 8, 'ipv4')
noHosts.addSubnet('224.0.0.0', 3, 'ipv4')
noHosts.addAddress('::', 'ipv6')
noHosts.addSubnet('ff00::', 8, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address in our own descriptions can be reached from other hosts. */
export const isReachableMediaAddress = (address: string): boolean =>
  isIP(address) !== 0 && !isIn(noHosts, address) && !isIn(loopback, address) && !/^fe80:/i.test(address)

/** RFC 2327, section 6. The lower ports belong to services such as DNS, which would get our packets. */
const leastPort = 1_024

/** Whether media may be sent to an address. Names of hosts are not looked up, so nothing is sent to them. */
function isTarget(target: MediaAddress, { address: own, isOwn }: Ownership): boolean {
  if (target.port < leastPort || isIn(noHosts, target.address) || isOwn?.(target)) return false
  return !isIn(loopback, target.address) || isIn(loopback, own)
}

export type Ownership = Pick<LocalMedia, 'address' | 'isOwn'>

/** The multiple of 20 ms that the other side wants to receive, as far as it is possible. Default: 20. */
export function packetTime({ ptimeMs = 20, maxPtimeMs = 60 }: MediaDescription): number {
  for (const time of [60, 40]) if (ptimeMs === time && maxPtimeMs >= time) return time
  return 20
}

/** Whether a media line names an address to send audio to, or holds the call. */
export const hasUsableAddress = ({ address, port }: MediaDescription, own: Ownership): boolean =>
  address !== undefined && (isUnspecified(address) || isTarget({ address, port }, own))

/** The part of an agreement that the media line of the other side decides. */
export function remotePart(
  media: MediaDescription,
  rtcpMux: boolean,
  own: Ownership,
): Pick<MediaAgreement, 'remote' | 'remoteRtcp' | 'rtcpMux' | 'hasNoDestination' | 'ptimeMs'> {
  const remote: MediaAddress = { address: media.address ?? '', port: media.port }
  const rtcp = { address: media.rtcp?.address ?? remote.address, port: media.rtcp?.port ?? media.port + 1 }
  return {
    remote,
    remoteRtcp: rtcpMux ? remote : isTarget(rtcp, own) ? rtcp : undefined,
    rtcpMux,
    hasNoDestination: isUnspecified(remote.address),
    ptimeMs: packetTime(media),
  }
}

export const receivesOf = ({ codecs }: Pick<LocalDescription, 'codecs'>): ReadonlyMap<number, CodecName> =>
  new Map(codecs.map(({ name, payloadType }) => [payloadType, name]))

export const refuse = (refused: Refused['refused'], reason: string): Refused => ({ refused, reason })
