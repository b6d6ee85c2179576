// The manifest of chat-app messages and SMS.
import { messageChannelPoint } from '#server/features/conversations/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { messageCallbacks, type WebhookParsers } from './callbacks.ts'
import { messageChannel } from './channel.ts'
import { messageCrons, messageJobs, messageSubscriptions } from './jobs.ts'
import { messageStatuses } from './message/delivery-status.ts'
import { personalData } from './personal-data/store-personal-data.ts'
import { messageHandlers, smsHandlers } from './routes.ts'

export const messages = (carrier: WebhookParsers) =>
  ({
    name: 'messages',
    handlers: { messages: messageHandlers, sms: smsHandlers },
    callbacks: messageCallbacks(carrier),
    jobs: messageJobs,
    crons: messageCrons,
    subscriptions: messageSubscriptions,
    extensions: [extend(messageChannelPoint, messageChannel)],
    counters: [messageStatuses],
    personalData,
  }) satisfies Feature
