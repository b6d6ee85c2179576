// What the test suite for realtime models needs from an adapter, and the texts that its parts share.

import type { RealtimeModel, RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { RealtimeScript, RealtimeTurn } from '../../realtime-servers/realtime-script.ts'

export interface RealtimeModelSetup extends AsyncDisposable {
  adapter: RealtimeModel
  /** With the tool of the suite, and audio output if the adapter supports it. */
  settings: RealtimeSettings
  /** Returns mu-law audio at 8,000 Hz that says the text. */
  speech(text: string): Uint8Array | Promise<Uint8Array>
}

export interface RealtimeModelSuite {
  /** The output that the adapter supports. */
  outputs: readonly RealtimeSettings['output'][]
  /** False if the vendor cannot forget, and gets a note of what the customer heard. */
  forgets: boolean
  /** Opens the adapter with a model that answers by the script. */
  open(script: RealtimeScript): Promise<RealtimeModelSetup>
}

/** The tool that the settings must contain. */
export const suiteTool = {
  name: 'find_table',
  description: 'Finds a free table.',
  parameters: { type: 'object', properties: { guests: { type: 'number' } }, required: ['guests'] },
}

export type Open = RealtimeModelSuite['open']
export type Output = RealtimeSettings['output']

export const limits = { timeout: 60_000 }
export const first = 'I would like to book a table for tomorrow.'
export const second = 'Please call me back in the morning.'
export const long = 'Alpha bravo charlie. Delta echo foxtrot. Golf hotel india.'

export const repeat =
  (text: string): RealtimeScript =>
  () => ({ text })

export const lastText = (turns: readonly RealtimeTurn[]): string => turns.at(-1)?.text ?? ''

export const allTexts = (turns: readonly Pick<RealtimeTurn, 'text'>[] = []): string =>
  turns.map(({ text }) => text).join(' ')
