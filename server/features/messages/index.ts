// Messages on the chat-app channel: templates, freeform messages within the 24-hour window, and inbound messages.
export { chatappChannel } from './channel.ts'
export { messageCrons, messageJobs, messageSubscriptions } from './jobs.ts'
export { messageStatuses } from './message/delivery-status.ts'
export { messageHandlers } from './routes.ts'
