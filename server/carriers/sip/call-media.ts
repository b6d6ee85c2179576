// Connects an answered call with its assistant.
import type { AcceptMedia, MediaLine } from '#server/ports/media-line.ts'
import type { SipCall } from './sip-call.ts'

interface MediaOptions {
  accept: AcceptMedia
  token: string
  /** Answers the call when the assistant can speak. Default: it is answered already. */
  answer?: () => Promise<boolean>
}

/** Returns false if no assistant takes the call, or it has ended before its answer. */
export async function openMedia(call: SipCall, { accept, token, answer }: MediaOptions): Promise<boolean> {
  const { externalId, carrierAccountId, leg } = call
  const openListener = await accept({
    token,
    externalId,
    carrierAccountId,
    answer: async () => call.durationSeconds === null && (answer === undefined || (await answer())),
  })
  if (!openListener) return false
  let isOpen = true
  const line: MediaLine = {
    sendAudio(audio) {
      if (isOpen && !leg.out.push(audio)) call.hangUp()
    },
    sendMark: (name) => leg.out.mark(() => isOpen && listener.mark(name)),
    sendKeys(keys) {
      if (isOpen) call.press(keys)
    },
    clear: () => leg.out.clear(),
    close() {
      if (isOpen) call.hangUp()
    },
  }
  const listener = openListener(line)
  leg.listen({
    audio: listener.audio,
    keyPressed: listener.keyPressed,
    held: (isHeld) => listener.held?.(isHeld),
    closed() {
      isOpen = false
      listener.closed()
    },
  })
  return true
}
