// The channels of conversations.
import type { Channels } from './features/conversations/index.ts'
import { chatappChannel } from './features/messages/index.ts'

export const channels: Channels = { chatapp: chatappChannel }
