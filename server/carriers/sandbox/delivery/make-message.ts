// Makes the record of a message.
import { parseAddress } from '../core/addresses.ts'
import type { Exchange } from '../core/exchange.ts'
import { countSegments } from '../core/segments.ts'
import { newSid } from '../core/sids.ts'
import type { Message } from '../core/state.ts'

export type MessageDraft = Pick<Message, 'direction' | 'from' | 'to' | 'body' | 'status'> &
  Partial<Message> & { smartEncoded?: boolean }

export const longestValiditySeconds = 36_000

export function makeMessage(exchange: Exchange, draft: MessageDraft): Message {
  const message = messageOf(draft, exchange.timetable.nowMs())
  exchange.state.saveMessage(message)
  exchange.events.publish({ type: 'message', message })
  return message
}

/** The record alone: nobody keeps it, or hears of it. */
export function messageOf({ smartEncoded = false, ...draft }: MessageDraft, nowMs: number): Message {
  const { channel } = parseAddress(draft.to)
  const hasMedia = (draft.mediaUrls?.length ?? 0) > 0 || (draft.mediaSids?.length ?? 0) > 0
  return {
    sid: newSid(hasMedia ? 'MM' : 'SM'),
    channel,
    mediaUrls: [],
    mediaSids: [],
    errorCode: null,
    segments: channel === 'whatsapp' ? 1 : countSegments(draft.body, smartEncoded),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    sentAtMs: null,
    arrivedAtMs: null,
    serviceSid: null,
    contentSid: null,
    buttons: [],
    statusCallback: null,
    validitySeconds: longestValiditySeconds,
    sendAtMs: null,
    faults: [],
    fields: {},
    ...draft,
  }
}
