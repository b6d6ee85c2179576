// Messages: chat-app messages and SMS, their delivery, and the conversations of their customers.
export { findEffectKey, findMessage, findMessageByEffect } from './delivery/store.ts'
export { deliveryStatusOf } from './message/delivery-status.ts'
export type { SentMessage } from './message/message.ts'
export { leastPrice } from './message/price.ts'
export { sendFreeform } from './sending/send-freeform.ts'
export { sendSms } from './sending/send-sms.ts'
export { sendTemplate } from './sending/send-template.ts'
export { resolveFrom } from './sms/resolve-from.ts'
