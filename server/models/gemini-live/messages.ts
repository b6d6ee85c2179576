// The messages that Parley sends to the Gemini Live API during a session, and the notes for the model in them.
import type { RealtimeMessage } from '#server/ports/realtime-model.ts'

/** `note`: about the call, not said by anyone. */
export type Message = RealtimeMessage | { role: 'note'; text: string }

export const activityStartMessage = '{"realtimeInput":{"activityStart":{}}}'
export const activityEndMessage = '{"realtimeInput":{"activityEnd":{}}}'

export const audioMessage = (pcm: Buffer): string =>
  `{"realtimeInput":{"audio":{"mimeType":"audio/pcm;rate=16000","data":"${pcm.toString('base64')}"}}}`

/** Text in the customer's activity. */
export const textMessage = (message: Message): string => JSON.stringify({ realtimeInput: { text: textOf(message) } })

/** Adds the messages and requests an answer. */
export function contentMessage(messages: readonly Message[]): string {
  const turns = messages.map((message) =>
    message.role === 'assistant'
      ? { role: 'model', parts: [{ text: message.text }] }
      : { role: 'user', parts: [{ text: textOf(message) }] },
  )
  return JSON.stringify({ clientContent: { turns, turnComplete: true } })
}

export interface FunctionResponse {
  id: string
  name: string
  response: Record<string, unknown>
}

export const toolResponseMessage = (functionResponses: readonly FunctionResponse[]): string =>
  JSON.stringify({ toolResponse: { functionResponses } })

export function textOf(message: Message): string {
  if (message.role === 'tool') return `(The tool ${message.call.name} returned:)\n${message.result}`
  if (message.role === 'assistant') return `(You said to the customer:)\n${message.text}`
  return message.role === 'note' ? `(${message.text})` : message.text
}

export const speakMessage = (text: string): Message => ({
  role: 'user',
  text: `(Say exactly the following text to the customer, word for word, and nothing else:)\n${text}`,
})

export const note = (text: string): Message => ({ role: 'note', text })
export const withoutToolsNote = note('Answer without calling a tool.')
export const continueNote = note('Continue the conversation.')

export const heardNote = (text: string): Message =>
  note(
    text ? `The customer interrupted you and heard only this: ${text}` : 'The customer did not hear your last answer.',
  )
