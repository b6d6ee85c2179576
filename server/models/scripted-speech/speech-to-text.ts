// Speech recognition for tests and benchmarks: reads the exact words that scripted speech contains.
import type { RecognitionListener, RecognitionStream, SpeechToText } from '#server/ports/speech-to-text.ts'
import { createScriptedSpeechReader } from './signal.ts'

/** Reports each word when its audio has arrived, and words as final on `finalize`. Other audio contains no words. */
export function createScriptedSpeechToText(): SpeechToText {
  return { open: (_settings, listener) => openStream(listener) }
}

function openStream(listener: RecognitionListener): RecognitionStream {
  const reader = createScriptedSpeechReader()
  let heard = ''
  let reported = ''
  let isClosed = false
  // The listener is called after the method that causes the report has returned.
  const report = (call: () => void) =>
    queueMicrotask(() => {
      if (!isClosed) call()
    })

  return {
    write(audio) {
      if (isClosed) return
      const text = reader.read(audio)
      if (text === '') return
      heard += text
      const words = normalize(heard.slice(0, lastSpace(heard)))
      if (words === reported) return
      reported = words
      report(() => listener.interim(words))
    },
    speechStarted() {},
    finalize() {
      const words = normalize(heard)
      heard = ''
      reported = ''
      report(() => {
        if (words !== '') listener.final(words)
        if (!isClosed) listener.finalized()
      })
    },
    close() {
      isClosed = true
    },
  }
}

/** The last word is complete when a space follows it, or at the end of the utterance. */
const lastSpace = (text: string): number => Math.max(0, text.lastIndexOf(' '))

const normalize = (text: string): string => text.split(/\s+/).filter(Boolean).join(' ')
