// Lets a realtime model speak a text that will be needed soon, such as the greeting while the phone rings.
import type { RealtimeListener, RealtimeModel, RealtimeSettings } from '#server/ports/realtime-model.ts'
import { keepPhrase, prepareOnce } from '../pipeline/phrase-cache.ts'

const limitMs = 20_000

/** What the sound of a phrase depends on. */
export const realtimeVoice = ({ vendor, model, voice, speed, language, source }: RealtimeSettings) => ({
  vendor,
  model,
  voice,
  speed,
  language,
  ...(source !== undefined && { source }),
})

/** A failure has no effect: the text is then spoken when it is needed. */
export function prepareRealtimePhrase(model: RealtimeModel, settings: RealtimeSettings, text: string): Promise<void> {
  const voice = realtimeVoice(settings)
  return prepareOnce(voice, text, (over) => {
    const chunks: Uint8Array[] = []
    const ignore = (): void => {}
    const end = (): void => {
      clearTimeout(timer)
      over()
      session.close()
    }
    const timer = setTimeout(end, limitMs)
    const listener: RealtimeListener = {
      interim: ignore,
      final: ignore,
      finalized: ignore,
      turnEnded: ignore,
      itemStarted: ignore,
      itemText: ignore,
      itemAudio: (_generation, _item, audio) => chunks.push(audio),
      itemDone() {
        if (chunks.length > 0) keepPhrase(voice, text, Buffer.concat(chunks))
        end()
      },
      answered: ignore,
      answerFailed: end,
      failed: end,
    }
    const session = model.open({ ...settings, tools: [], detectsTurns: false }, listener)
    session.speak(1, text)
  })
}
