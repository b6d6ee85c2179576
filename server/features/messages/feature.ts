// The manifest of chat-app messages and SMS.
import { messageChannelPoint } from '#server/features/conversations/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { messageCallbacks, messageEvents } from './callbacks.ts'
import { messageChannel } from './channel.ts'
import { messageCrons, messageJobs, messageSubscriptions } from './jobs.ts'
import { messageStatuses } from './message/delivery-status.ts'
import { personalData } from './personal-data/store-personal-data.ts'
import { messageHandlers, smsHandlers } from './routes.ts'

export const messages = {
  name: 'messages',
  handlers: { messages: messageHandlers, sms: smsHandlers },
  callbacks: messageCallbacks,
  carrierEvents: messageEvents,
  jobs: messageJobs,
  crons: messageCrons,
  subscriptions: messageSubscriptions,
  extensions: [extend(messageChannelPoint, messageChannel)],
  counters: [messageStatuses],
  personalData,
} satisfies Feature
