// The settings of a session in the form of OpenAI's Realtime API.
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'

const telephoneAudio = { type: 'audio/pcmu' }
/** About 50 seconds of speech. */
const maxOutputTokens = 1_024

/** The API has no temperature. Fields: https://developers.openai.com/api/reference/resources/realtime/client-events */
export function sessionFields(settings: RealtimeSettings): Record<string, unknown> {
  const { output, voice, speed, instructions, language, tools, detectsTurns } = settings
  return {
    type: 'realtime',
    instructions,
    output_modalities: [output],
    audio: {
      input: {
        format: telephoneAudio,
        // A telephone suppresses noise itself.
        noise_reduction: null,
        transcription: { model: 'gpt-4o-mini-transcribe', language },
        turn_detection: detectsTurns
          ? { type: 'semantic_vad', eagerness: 'auto', create_response: false, interrupt_response: false }
          : null,
      },
      ...(output === 'audio' && {
        output: { format: telephoneAudio, speed: Math.min(1.5, Math.max(0.25, speed)), ...(voice && { voice }) },
      }),
    },
    tools: tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters })),
    max_output_tokens: maxOutputTokens,
  }
}
