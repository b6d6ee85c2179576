// Session descriptions of telephone calls: offers, answers and what they agree about.
export type {
  CodecName,
  LocalDescription,
  LocalMedia,
  MediaAddress,
  MediaAgreement,
  Refused,
  SrtpPolicy,
} from './agreement.ts'
export { answerOffer } from './answer.ts'
export type { Direction } from './description.ts'
export { createOffer, takeAnswer } from './offer.ts'
export { isReachableMediaAddress, receives, sends } from './rules.ts'
