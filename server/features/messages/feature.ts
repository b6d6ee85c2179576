// The manifest of chat-app messages and SMS.
import { messageChannelPoint } from '#server/features/conversations/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { messageCallbacks, type WebhookParsers } from './callbacks.ts'
import { messageChannel } from './channel.ts'
import { messageCrons, messageJobs, messageSubscriptions } from './jobs.ts'
import { messageStatuses } from './message/delivery-status.ts'
import { eraseMessages } from './personal-data/erase-messages.ts'
import { exportMessages } from './personal-data/export-messages.ts'
import { retainedMessages } from './personal-data/retain-messages.ts'
import { findAddresses, isWriting } from './personal-data/store-person.ts'
import { messageHandlers } from './routes.ts'
import { smsHandlers } from './routes-sms.ts'

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
    personalData: {
      tables: ['chatapp_contacts', 'chatapp_messages', 'chatapp_media', 'carrier_inbox'],
      retained: retainedMessages,
      findAddresses,
      isBusy: isWriting,
      erase: eraseMessages,
      exportParts: exportMessages,
    },
  }) satisfies Feature
