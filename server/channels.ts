// The channels that carry conversations, as conversations ask for them.
import type { Channels } from './features/conversations/index.ts'
import { chatappChannel } from './features/messages/index.ts'

export const channels: Channels = { chatapp: chatappChannel }
