// Exports what other parts use of calls.

export { unsupportedOf } from './in-dialog.ts'
export { type IncomingOptions, type TakenCall, takeCall } from './incoming-call.ts'
export { placeCall } from './outgoing-call.ts'
export type { CallOptions, PlacedCall } from './outgoing-options.ts'
export { parseReplaces } from './replaces.ts'
export { hangUpSession, type Session } from './session.ts'
export type {
  Call,
  CallEnd,
  CallEvents,
  HangUpOptions,
  IncomingCall,
  OfferReply,
  OfferResult,
  Progress,
  Reason,
  TransferOptions,
  TransferOutcome,
  TransferReport,
  TransferRequest,
} from './types.ts'
