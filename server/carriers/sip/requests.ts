// The requests that need the process with the sockets of SIP.
import type { VoiceCarrier } from '#server/ports/voice-carrier.ts'

export const requestNames = [
  'createCall',
  'findCall',
  'listCalls',
  'endCall',
  'callAgent',
  'joinConference',
  'testNumber',
] as const satisfies readonly (keyof VoiceCarrier)[]
export type RequestName = (typeof requestNames)[number]

export type SipRequests = Pick<VoiceCarrier, RequestName>
