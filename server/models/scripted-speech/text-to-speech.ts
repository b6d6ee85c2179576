// Speech synthesis for tests and benchmarks: answers at once with audio whose length is proportional to the text.
import { OutsideError } from '#server/platform/outside-error.ts'
import type { TextToSpeech, UtteranceListener } from '#server/ports/text-to-speech.ts'
import { encodeScriptedSpeech } from './signal.ts'

export const scriptedMsPerCharacter = 60
const maxCharacters = 5_000

/** The audio is scripted speech, so that a scripted recognizer hears the exact words. */
export function createScriptedTextToSpeech(): TextToSpeech {
  return {
    open({ speed }) {
      let isClosed = false
      return {
        speak(text, listener) {
          let isCancelled = false
          const isOver = () => isCancelled || isClosed
          queueMicrotask(() => speak(text, scriptedMsPerCharacter / speed, listener, isOver))
          return {
            cancel() {
              isCancelled = true
            },
          }
        },
        close() {
          isClosed = true
        },
      }
    },
  }
}

function speak(text: string, msPerCharacter: number, listener: UtteranceListener, isOver: () => boolean): void {
  if (isOver()) return
  if (text.length > maxCharacters) {
    const message = `A text may have ${maxCharacters} characters.`
    listener.failed(new OutsideError('text_too_long', message, { retryable: false }))
    return
  }
  const characters = [...text]
  if (text.trim() !== '') {
    listener.audio(encodeScriptedSpeech(text, characters.length * msPerCharacter))
    if (isOver()) return
    listener.aligned?.({ characters, startsMs: characters.map((_, index) => index * msPerCharacter) })
  }
  if (!isOver()) listener.done()
}
