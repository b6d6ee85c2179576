// What messages answer when conversations ask of the channel.
import type { Channel } from '#server/features/conversations/index.ts'
import { checkMayWrite } from './check-may-write.ts'
import { describeTalk } from './describe-talk.ts'
import { traceTalk } from './trace-talk.ts'

export const chatappChannel: Channel = { describeTalk, traceTalk, checkMayWrite }
