// Tells whether the voice of an assistant belongs to a voice pack that was removed.
import { isPackVoice } from '@parley/rules'

/** @param voices The voices of the assistant's mode, which contain those of installed packs. */
export const isRemovedVoice = (id: number, voices: readonly { id: number }[]): boolean =>
  isPackVoice(id) && voices.every((voice) => voice.id !== id)
