// Messages on the chat-app channel: templates, the 24-hour window, what customers write and what becomes of it all.
export { chatappChannel } from './channel.ts'
export { messageCrons, messageJobs, messageSubscriptions } from './jobs.ts'
export { messageStatuses } from './message/metrics.ts'
export { messageHandlers } from './routes.ts'
