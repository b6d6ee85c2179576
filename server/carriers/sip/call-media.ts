// Connects an answered call with its assistant, and presses keys.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AcceptMedia, MediaLine } from '#server/ports/media-line.ts'
import type { SipCall } from './sip-call.ts'

const pauseMs = 500

/** `w` is half a second. */
export async function pressKeys(call: SipCall, keys = ''): Promise<void> {
  for (const part of keys.match(/w|[^w]+/g) ?? []) {
    if (part === 'w') await sleep(pauseMs)
    else if (call.durationSeconds === null) call.sendKeys(part)
  }
}

/** `answer` runs when the assistant can speak. Returns false if no assistant takes the call. */
export async function openMedia(
  call: SipCall,
  { accept, token, answer }: { accept: AcceptMedia; token: string; answer?: () => Promise<void> },
): Promise<boolean> {
  const { externalId, carrierAccountId, leg } = call
  const isRunning = () => call.durationSeconds === null
  const openListener = await accept({ token, externalId, carrierAccountId, isOpen: isRunning })
  if (!openListener) return false
  await answer?.()
  let isOpen = true
  const line: MediaLine = {
    sendAudio(audio) {
      if (isOpen && !leg.out.push(audio)) call.hangUp()
    },
    sendMark: (name) => leg.out.mark(() => isOpen && listener.mark(name)),
    sendKeys: (keys) => leg.out.mark(() => void pressKeys(call, keys)),
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
