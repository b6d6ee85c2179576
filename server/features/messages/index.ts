// Messages: chat-app messages and SMS, their delivery, and the conversations of their customers.
export { sendSms } from './sending/send-sms.ts'
export { sendTemplate } from './sending/send-template.ts'
