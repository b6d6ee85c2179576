// The microphone of Chromium in tests, into which a person speaks when the test says so.
import { openFlite } from '@parley/speech'
import { decodeMulaw, writeWav } from '@parley/telephone'
import type { Locator, Page } from 'playwright-core'

/** A script for the page. The device that Chromium opens is silent; `speak` is heard in its place. */
export const spokenMicrophone = `{
  const { getUserMedia } = MediaDevices.prototype
  let opened = Promise.withResolvers()
  let isOpen = false
  MediaDevices.prototype.getUserMedia = async function (...args) {
    const device = await getUserMedia.apply(this, args)
    const context = new AudioContext()
    const destination = context.createMediaStreamDestination()
    const [track] = destination.stream.getTracks()
    const { stop } = track
    track.stop = () => {
      stop.call(track)
      for (const each of device.getTracks()) each.stop()
      void context.close()
    }
    if (isOpen) opened = Promise.withResolvers()
    isOpen = true
    opened.resolve({ context, destination })
    return destination.stream
  }
  globalThis.speak = async (wav, pauseMs) => {
    const { context, destination } = await opened.promise
    const source = context.createBufferSource()
    source.buffer = await context.decodeAudioData(Uint8Array.from(atob(wav), (char) => char.charCodeAt(0)).buffer)
    source.connect(destination)
    const ended = new Promise((resolve) => source.addEventListener('ended', resolve))
    source.start(context.currentTime + pauseMs / 1000)
    await ended
  }
}`

/** Speaks into the microphone that the page has opened or opens next, after a pause. Resolves when the text has been spoken. */
export async function speak(page: Page, text: string, pauseMs = 0): Promise<void> {
  await using flite = openFlite()
  const samples = decodeMulaw(await flite.synthesize(text, { voice: 'rms' }))
  const wav = Buffer.from(writeWav({ sampleRate: 8_000, channels: [samples] })).toString('base64')
  await page.evaluate(`speak('${wav}', ${pauseMs})`)
}

/** Asks until the answer appears, because a busy machine may not understand the first time. */
export async function ask(page: Page, question: string, answer: Locator): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await speak(page, question)
    try {
      return await answer.waitFor({ timeout: 8_000 })
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}
