// Messages: chat-app messages and SMS, their delivery, and the conversations of their customers.
export { findEffectKey, findMessage, findMessageByEffect } from './delivery/store.ts'
export type { SentMessage } from './message/message.ts'
export { leastPrice } from './message/price.ts'
export { sendSms } from './sending/send-sms.ts'
export { sendTemplate } from './sending/send-template.ts'
