// SRTP: encrypted RTP and RTCP with keys from the session description (RFC 3711, RFC 4568).
export type { SrtpKey, SrtpSuite } from './session-keys.ts'
export { createSrtpReceiver, createSrtpSender, type SrtpReceiver, type SrtpSender, srtpOverhead } from './srtp.ts'
