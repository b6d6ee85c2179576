// Exports what other parts use of SIP messages: parsing, writing, URIs, addresses and header fields.
export { formatAddress, parseAddress, type SipAddress, tagOf, withTag } from './address.ts'
export { type AuthenticationFields, formatAuthentication, parseAuthentication } from './authentication.ts'
export { type CSeq, formatCSeq, maxCSeq, parseCSeq, parseRAck, type RAck } from './cseq.ts'
export { formatHostPort, type HostPort, parseHostPort } from './host.ts'
export { defaultLimits, type MessageLimits } from './limits.ts'
export {
  type Header,
  headerOf,
  headersOf,
  isRequest,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './message.ts'
export { type FoundBody, findContent } from './multipart.ts'
export { canonicalName } from './names.ts'
export { formatParameters, noParameters, type Parameters, parseParameters } from './parameters.ts'
export { type MessageFault, type ParsedMessage, parseMessage } from './parse.ts'
export {
  type CalledOptions,
  type CallerOptions,
  calledOf,
  callerOf,
  forwarderOf,
  isAnonymous,
  type Party,
} from './parties.ts'
export { reasonOf } from './reasons.ts'
export { type ResponseOptions, respond } from './respond.ts'
export { sameUri } from './same-uri.ts'
export { parseSipfrag, type SipFragment } from './sipfrag.ts'
export { type TelephoneNumber, telephoneOf } from './telephone.ts'
export { formatUri, parseUri, type SipUri } from './uri.ts'
export { formatVia, parseVia, type Via } from './via.ts'
export { writeMessage } from './write.ts'
