// The manifest of chat-app messages.
import { chatappChannelPoint } from '#server/features/conversations/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { messageCallbacks, type WebhookParsers } from './callbacks.ts'
import { chatappChannel } from './channel.ts'
import { messageCrons, messageJobs, messageSubscriptions } from './jobs.ts'
import { messageStatuses } from './message/delivery-status.ts'
import { messageHandlers } from './routes.ts'

export const messages = (carrier: WebhookParsers) =>
  ({
    name: 'messages',
    handlers: { messages: messageHandlers },
    callbacks: messageCallbacks(carrier),
    jobs: messageJobs,
    crons: messageCrons,
    subscriptions: messageSubscriptions,
    extensions: [extend(chatappChannelPoint, chatappChannel)],
    counters: [messageStatuses],
  }) satisfies Feature
