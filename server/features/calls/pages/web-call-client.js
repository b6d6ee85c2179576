// The client of a web call, for pages of any origin.
import { openOutput } from './telephone.js'
import { openWebCall } from './web-call.js'

const endings = { ended: 'ended', refused: 'refused', lost: 'failed' }

/** Loads the audio thread, which takes a moment. Call it before the click that starts the call. */
export const prepareTelephoneAudio = () => openOutput({ baseUrl: new URL(import.meta.url).origin })

/**
 * Call it in the handler of a click or a key, without which browsers play no sound. `onCaptions(from, captions)` replaces
 * the captions from position `from` on; `onMicrophone` receives `on`, `refused` or `missing`, and `lost` while an unplugged
 * one is replaced; `onEnd` receives `ended`, `refused` if the token was used or has expired, or `failed`. With `prepared`,
 * the result of `prepareTelephoneAudio`, the assistant is heard sooner.
 */
export function startWebCall({ url, token, prepared, onStart, onCaptions, onLevels, onMicrophone, onEnd }) {
  let hasEnded = false
  const call = openWebCall({
    baseUrl: new URL(url).origin.replace(/^ws/, 'http'),
    output: prepared ?? prepareTelephoneAudio(),
    hasMicrophone: true,
    onStart,
    onCaptions,
    onLevels,
    onMicrophone,
    onEnd(end) {
      hasEnded = true
      onEnd(endings[end])
    },
  })
  // The call does not wait for the person's permission.
  call.microphone.then((state) => hasEnded || onMicrophone(state))
  call.connect({ url, token })
  return { press: call.press, say: call.say, mute: call.mute, hangUp: call.hangUp }
}
