// What the customer has said since the last complete turn.
import type { Utterance } from './types.ts'

export const nothingSaid: Utterance = {
  finals: [],
  interim: '',
  seemedBackchannel: false,
  loudestDb: undefined,
  hasEarlyWords: undefined,
  spokenMs: 0,
  startedMs: undefined,
  endedMs: undefined,
  recognizedMs: 0,
}

/** The words of the current turn. */
export const textOf = ({ finals, interim }: Utterance): string =>
  [...finals, interim].filter((part) => part !== '').join(' ')
