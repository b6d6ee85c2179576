// The public interface of the package.
export type {
  Call,
  CallEnd,
  CallEvents,
  IncomingCall,
  OfferReply,
  OfferResult,
  TransferOptions,
  TransferOutcome,
  TransferRequest,
} from './calls/index.ts'
export type { RandomHex, SipClock } from './clock.ts'
export { createDigestServer, type DigestServer, type DigestServerOptions } from './digest/index.ts'
export {
  calledOf,
  callerOf,
  forwarderOf,
  headerOf,
  headersOf,
  isAnonymous,
  type Party,
  parseAddress,
  parseMessage,
  parseUri,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  telephoneOf,
  writeMessage,
} from './message/index.ts'
export * from './phone/index.ts'
export {
  createRegistrar,
  type Registrar,
  type Registration,
  type RegistrationEvents,
  type RegistrationOptions,
  type RegistrationState,
} from './registration/index.ts'
export { uriOfUser } from './requests/identity.ts'
export { targetOfFlow } from './requests/next-hop.ts'
export type { MediaStatistics } from './rtp/index.ts'
export type { CodecName, SrtpPolicy } from './sdp/index.ts'
export {
  createSourceBlocks,
  createSourceLimits,
  type Endpoint,
  type Flow,
  isLoopback,
  type Target,
} from './transport/index.ts'
export {
  type Account,
  type AccountSettings,
  type Admission,
  createUserAgent,
  type UserAgent,
  type UserAgentListener,
  type UserAgentOptions,
} from './user-agent/index.ts'
