// Mail: text messages to an address, queued in a transaction and sent once.
export { mailName } from './mail-name.ts'
export { isMailConfigured, queueMail } from './queue-mail.ts'
export { sendForAccount } from './send-for-account.ts'
