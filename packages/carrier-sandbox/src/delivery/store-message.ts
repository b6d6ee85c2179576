// Builds and stores the record of a message.
import { countSegments } from '@parley/rules'
import { parseAddress } from '../core/addresses.ts'
import type { SandboxContext } from '../core/context.ts'
import { newSid } from '../core/sids.ts'
import type { Message } from '../core/state.ts'

export type MessageDraft = Pick<Message, 'direction' | 'from' | 'to' | 'body' | 'status'> &
  Partial<Message> & { smartEncoded?: boolean }

export const maxValiditySeconds = 36_000

export function storeMessage(context: SandboxContext, draft: MessageDraft): Message {
  const message = buildMessage(draft, context.scheduler.nowMs())
  context.state.saveMessage(message)
  context.events.publish({ type: 'message', message })
  return message
}

export function buildMessage({ smartEncoded = false, ...draft }: MessageDraft, nowMs: number): Message {
  const { channel } = parseAddress(draft.to)
  const hasMedia = (draft.mediaUrls?.length ?? 0) > 0 || (draft.mediaSids?.length ?? 0) > 0
  return {
    sid: newSid(hasMedia ? 'MM' : 'SM'),
    channel,
    mediaUrls: [],
    mediaSids: [],
    errorCode: null,
    segments: channel === 'whatsapp' ? 1 : countSegments(smartEncoded ? smartEncode(draft.body) : draft.body),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    sentAtMs: null,
    arrivedAtMs: null,
    serviceSid: null,
    contentSid: null,
    buttons: [],
    statusCallback: null,
    validitySeconds: maxValiditySeconds,
    sendAtMs: null,
    faults: [],
    fields: {},
    ...draft,
  }
}

/** The most common replacements. */
const smartEncode = (text: string) =>
  text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replace(/[\u00a0\u2009\t]/g, ' ')
