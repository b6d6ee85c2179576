// Speech recognition by Deepgram Nova over the live WebSocket API.

import type { RecognitionListener } from '#server/ports/speech-to-text.ts'
import { defaultSocketLimits } from '../vendor-speech/recognition-socket.ts'
import { novaParameters } from './languages.ts'
import { readResult, textAfter } from './nova-results.ts'
import { createDeepgramAdapter, type DeepgramLimits, type DeepgramProtocol, type DeepgramStream } from './stream.ts'

export interface NovaLimits extends DeepgramLimits {
  /** Words that stay interim for this time are finalized; Deepgram never finalizes some fast digits. */
  staleInterimMs: number
}

/** Deepgram closes a connection without audio after 10 seconds. */
const defaultLimits: NovaLimits = {
  ...defaultSocketLimits,
  staleInterimMs: 1_500,
  finalizeMs: { withWords: 800, withoutWords: 350 },
}

/** Protocol: https://developers.deepgram.com/reference/speech-to-text/listen-streaming */
export const createDeepgramSpeechToText = createDeepgramAdapter({
  name: 'Deepgram',
  path: '/v1/listen',
  parametersOf: ({ language, secondaryLanguages }) => [
    ['model', 'nova-3'],
    ['encoding', 'mulaw'],
    ['sample_rate', '8000'],
    ['channels', '1'],
    ['interim_results', 'true'],
    ['smart_format', 'true'],
    ['no_delay', 'true'],
    ['endpointing', '100'],
    ['utterance_end_ms', '1000'],
    ...novaParameters(language, secondaryLanguages),
  ],
  defaultLimits,
  keepAliveMessage: '{"type":"KeepAlive"}',
  finalizeMessage: '{"type":"Finalize"}',
  createProtocol,
})

function createProtocol(stream: DeepgramStream, listener: RecognitionListener, limits: NovaLimits): DeepgramProtocol {
  let interim = ''
  let interimEnd = 0
  let hasUnendedTurn = false
  let staleTimer: NodeJS.Timeout | undefined

  function results(fields: Record<string, unknown>) {
    const result = readResult(fields)
    if (!result) return stream.fail('unreadable')
    const text = textAfter(result, stream.settledTo() - stream.connectionStart())
    const end = stream.connectionStart() + result.end
    if (result.isFinal) {
      settle(text, end)
      stream.finalizer.settled(end, result.fromFinalize)
    } else if (text && text !== interim) {
      interim = text
      interimEnd = end
      clearTimeout(staleTimer)
      staleTimer = setTimeout(() => stream.requestFinal(0), limits.staleInterimMs)
      listener.interim(text)
    }
  }

  /** Later results for the audio before the position are ignored. */
  function settle(text: string, position: number): void {
    clearTimeout(staleTimer)
    interim = ''
    if (text) hasUnendedTurn = true
    stream.settle(text, position)
  }

  return {
    message(fields) {
      if (fields.type === 'Results') return results(fields)
      if (fields.type === 'UtteranceEnd' && hasUnendedTurn) {
        hasUnendedTurn = false
        listener.turnEnded()
      }
    },
    hasInterim: () => interim !== '',
    settleInterim: () => settle(interim, interimEnd),
    closed: () => clearTimeout(staleTimer),
  }
}
