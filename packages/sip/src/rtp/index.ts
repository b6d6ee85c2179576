// RTP for telephone calls: ports, streams with jitter buffer and RTCP, and keys.
export { createKeyFilter, type KeyPath } from './keys-in.ts'
export {
  createPortRange,
  type DatagramPort,
  type MediaPorts,
  openMediaSocket,
  type PortRange,
  type PortRangeOptions,
} from './ports.ts'
export { createMediaStream, type MediaStatistics, type MediaStream, type MediaStreamOptions } from './stream.ts'
