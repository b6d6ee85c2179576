// What messages answer when conversations ask of the channel.
import type { Channel } from '#server/features/conversations/index.ts'
import { describeTalk } from './history/describe-talk.ts'
import { traceTalk } from './history/trace-talk.ts'
import { checkMayWrite } from './sending/check-may-write.ts'

export const chatappChannel: Channel = { describeTalk, traceTalk, checkMayWrite }
