// How the scripted synthesis servers with contexts speak a text, with scripted faults.
import { bytesPerCharacter, toneFor } from './tone.ts'

export type ContextSpeech = 'normal' | 'nothing' | 'silence' | 'no end' | 'endless' | 'invalid audio' | 'disconnect'

interface Context {
  isActive(): boolean
  /** Sends audio in base64, and the characters that it contains, which begin at `from` in the text. */
  send(audio: string, characters: string, from: number): void
  disconnect(): void
}

const pieceCharacters = 10

/** Returns whether the text has been spoken completely. */
export function speakInPieces(text: string, how: ContextSpeech, { isActive, send, disconnect }: Context): boolean {
  if (how === 'nothing') return false
  if (how === 'invalid audio') {
    send('this is *not* base64', '', 0)
    return false
  }
  if (how === 'endless') {
    const repeat = () => {
      if (!isActive()) return
      send(base64(toneFor('ten letters')), '', 0)
      setImmediate(repeat)
    }
    repeat()
    return false
  }
  const audio = how === 'silence' ? new Uint8Array(text.length * bytesPerCharacter).fill(0xff) : toneFor(text)
  for (let from = 0; from < text.length; from += pieceCharacters) {
    const characters = text.slice(from, from + pieceCharacters)
    send(
      base64(audio.subarray(from * bytesPerCharacter, (from + pieceCharacters) * bytesPerCharacter)),
      characters,
      from,
    )
    if (how === 'no end') return false
    if (how !== 'disconnect') continue
    disconnect()
    return false
  }
  return true
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
