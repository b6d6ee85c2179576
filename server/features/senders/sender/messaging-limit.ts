// How many people a sender may reach within a day, in words.
import type { Sender } from './sender.ts'

/** `10K customers / 24 h` */
export function formatMessagingLimit(limit: Sender['messagingLimit']): string | null {
  if (limit === null) return null
  return `${limit === 'unlimited' ? 'Unlimited' : shorten(limit)} customers / 24 h`
}

function shorten(count: number): string {
  if (count >= 1_000_000 && count % 1_000_000 === 0) return `${count / 1_000_000}M`
  return count >= 1000 && count % 1000 === 0 ? `${count / 1000}K` : String(count)
}
