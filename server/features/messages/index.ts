// Messages: chat-app messages and SMS, their delivery, and the conversations of their customers.
export { findEffectKey, findMessage, findMessageByEffect } from './delivery/store.ts'
export type { Message, SentMessage } from './message/message.ts'
export { type SendSmsInput, sendSms } from './sending/send-sms.ts'
export { type SendTemplateInput, sendTemplate } from './sending/send-template.ts'
