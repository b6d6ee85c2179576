// The index of the packets of one SSRC: the rollover counter, and a window that detects packets received before.
// RFC 3711, sections 3.3.1 and 3.3.2.

/** What is known about one SSRC. It changes only after a packet was authenticated. */
export interface PacketIndex {
  /** How often the sequence number went from 65,535 to 0. */
  rollovers: number
  /** The highest sequence number, or -1 before the first packet. */
  highest: number
  /** Bit n: the packet n before the highest was received. 64 packets in two numbers. */
  recent: number
  older: number
}

/** The smallest window that the RFC permits. */
const windowPackets = 64

export const createPacketIndex = (): PacketIndex => ({ rollovers: 0, highest: -1, recent: 0, older: 0 })

/** The rollover counter of a packet, from its sequence number (section 3.3.1). It is -1 for one before the first. */
export function rolloversOf({ rollovers, highest }: PacketIndex, sequence: number): number {
  if (highest < 0) return rollovers
  if (highest < 32_768) return sequence - highest > 32_768 ? rollovers - 1 : rollovers
  return highest - 32_768 > sequence ? rollovers + 1 : rollovers
}

/** How far a packet is behind the highest one; negative for a new highest packet. */
const distance = (index: PacketIndex, rollovers: number, sequence: number): number =>
  (index.rollovers - rollovers) * 65_536 + index.highest - sequence

/** Whether the packet was received before or is too old to know. */
export function isReplay(index: PacketIndex, rollovers: number, sequence: number): boolean {
  if (index.highest < 0) return false
  const behind = distance(index, rollovers, sequence)
  if (behind < 0) return false
  if (behind >= windowPackets) return true
  return behind < 32 ? ((index.recent >>> behind) & 1) === 1 : ((index.older >>> (behind - 32)) & 1) === 1
}

/** Notes an authenticated packet that is no replay. */
export function notePacket(index: PacketIndex, rollovers: number, sequence: number): void {
  const behind = index.highest < 0 ? -windowPackets : distance(index, rollovers, sequence)
  if (behind >= 0) {
    if (behind < 32) index.recent |= 1 << behind
    else index.older |= 1 << (behind - 32)
    return
  }
  const ahead = -behind
  if (ahead < 32) {
    index.older = (index.older << ahead) | (index.recent >>> (32 - ahead))
    index.recent = (index.recent << ahead) | 1
  } else {
    index.older = ahead < 64 ? index.recent << (ahead - 32) : 0
    index.recent = 1
  }
  index.rollovers = rollovers
  index.highest = sequence
}
