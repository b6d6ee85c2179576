// Speaks and recognizes English without a vendor, for a sandbox that runs by itself.
import type { SpeechFunctions } from './environment.ts'

const maxCharacters = 2_000

/** Loads nothing before the first text or utterance. */
export function createOfflineSpeech(): Required<SpeechFunctions> & AsyncDisposable {
  let loaded: ReturnType<typeof open> | undefined

  function engines(): ReturnType<typeof open> {
    loaded ??= open()
    return loaded
  }

  return {
    async speak(text) {
      const { flite } = await engines()
      const audio = await Promise.all(partsOf(text).map((part) => flite.synthesize(part, { voice: 'rms' })))
      return Buffer.concat(audio)
    },
    async recognise(audio) {
      const { moonshine } = await engines()
      return moonshine.recognize(audio)
    },
    async [Symbol.asyncDispose]() {
      const { flite, moonshine } = (await loaded) ?? {}
      await Promise.all([flite?.[Symbol.asyncDispose](), moonshine?.[Symbol.asyncDispose]()])
    },
  }
}

async function open() {
  const { openFlite, openMoonshine } = await import('@parley/speech')
  return { flite: openFlite(), moonshine: openMoonshine({ model: 'tiny' }) }
}

/** Divides a long text between words. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > maxCharacters) {
    const space = rest.lastIndexOf(' ', maxCharacters)
    const end = space > 0 ? space : maxCharacters
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}
