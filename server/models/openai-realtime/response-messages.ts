// The messages that request responses of OpenAI's Realtime API.
import type { OutgoingMessage } from './items.ts'

export type ResponseRequest =
  | { kind: 'answer'; generation: number; mayCallTools: boolean }
  | { kind: 'speech'; generation: number; text: string }

/** More than three minutes of speech. */
const maxSpeechTokens = 4_096

/** The server repeats the metadata, which shows to which request a response belongs. */
export function responseMessage(request: ResponseRequest, eventId: string): OutgoingMessage {
  const metadata = { request: eventId }
  const response =
    request.kind === 'speech'
      ? {
          conversation: 'none',
          input: [],
          instructions: speechInstructions(request.text),
          tools: [],
          tool_choice: 'none',
          output_modalities: ['audio'],
          max_output_tokens: maxSpeechTokens,
          metadata,
        }
      : { ...(!request.mayCallTools && { tool_choice: 'none' }), metadata }
  return { type: 'response.create', event_id: eventId, response }
}

const speechInstructions = (text: string) =>
  'Say exactly the following text, word for word and in its language. Add nothing, omit nothing, change nothing, ' +
  `and do not reply to it:\n\n${text}`
