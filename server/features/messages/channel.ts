// What messages answer when conversations ask of the channel.
import type { Channel } from '#server/features/conversations/index.ts'
import { selectSenderIds } from '#server/features/senders/index.ts'
import { loadChannelSummary } from './history/load-channel-summary.ts'
import { loadDeliveries } from './history/load-deliveries.ts'
import { nameSenders } from './history/name-senders.ts'
import { checkMayWrite } from './sending/check-may-write.ts'

export const chatappChannel: Channel = {
  loadSummary: loadChannelSummary,
  nameSenders,
  keyPrefixesOf: async (ctx, number) => (await selectSenderIds(ctx.db, ctx.account.id, number)).map(String),
  loadDeliveries: loadDeliveries,
  checkCanSend: checkMayWrite,
}
