// A process with a realtime model that answers at once, and whose audio contains the time at which it was sent.
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { msPerCharacter } from '#testing/realtime-servers/openai-realtime-conversation.ts'
import { startScriptedOpenAiRealtime } from '#testing/realtime-servers/openai-realtime-server.ts'
import { answerParent } from '../shared/child.ts'
import { stampAudio } from './voice-audio.ts'

/** About six seconds. */
const answer = 'We close at six today, and we open again tomorrow at seven in the morning. Is there anything else?'

const spoken = new Map<string, Uint8Array>()

/** Encoding takes about a millisecond. */
function speak(text: string): Uint8Array {
  const audio = spoken.get(text) ?? encodeScriptedSpeech(text, text.length * msPerCharacter)
  spoken.set(text, audio)
  return stampAudio(audio)
}

const server = await startScriptedOpenAiRealtime({
  pace: 'at once',
  script: () => ({ text: answer }),
  openReader: createScriptedSpeechReader,
  speak,
  checksEvents: false,
})

answerParent((order: 'listen' | 'violations') => (order === 'listen' ? `${server.baseUrl}/v1` : server.violations))
