// Translates what the server notes in a transcript, which is in square brackets.
import type { Catalogues, Texts } from '../../texts/catalogues.ts'

/** Other texts stay as they are. */
export function noteText(text: string, notes: Texts<Catalogues['panels']['notes']>): string {
  if (!text.startsWith('[')) return text
  if (text === '[not transcribed]') return `[${notes.notTranscribed}]`
  if (text === '[The customer does not want to be called again.]') return `[${notes.optedOut}]`
  if (text === '[The customer does not want to be called again about this topic.]') return `[${notes.optedOutOfTopic}]`
  const assistant = /^\[Transferred to (.+)\]$/s.exec(text)?.[1]
  return assistant === undefined ? text : `[${notes.transferred(assistant)}]`
}
