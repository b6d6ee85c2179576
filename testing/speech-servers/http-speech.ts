// How the scripted synthesis servers over HTTP speak a text, with scripted faults.
import type { ServerResponse } from 'node:http'
import { fail, writeEndlessly } from './http-server.ts'

export type ScriptedSpeech =
  | 'normal'
  | 'nothing'
  | 'no response'
  | 'silence'
  | 'no end'
  | 'endless'
  | 'disconnect'
  | 'compressed'
  | 'wav'
  | { status: number }

interface Spoken {
  contentType: string
  audio: Uint8Array
  /** A byte of silence in the format of the audio. */
  silentByte: number
}

/** Pieces of an odd length, as a network can deliver them. */
const pieceBytes = 2_001

export function speak(response: ServerResponse, how: ScriptedSpeech, { contentType, audio, silentByte }: Spoken): void {
  if (how === 'no response') return
  if (typeof how === 'object') {
    fail(response, how.status)
    return
  }
  response.writeHead(200, { 'content-type': how === 'compressed' ? 'audio/mpeg' : contentType })
  response.flushHeaders()
  if (how === 'nothing') response.end()
  else if (how === 'wav') response.end(Buffer.concat([Buffer.from('RIFF'), audio]))
  else if (how === 'endless') writeEndlessly(response, audio)
  else if (how === 'no end' || how === 'disconnect')
    response.write(audio.subarray(0, 9_601), () => {
      if (how === 'disconnect') response.destroy()
    })
  else {
    const spoken = how === 'silence' ? new Uint8Array(audio.length).fill(silentByte) : audio
    for (let from = 0; from < spoken.length; from += pieceBytes)
      response.write(spoken.subarray(from, from + pieceBytes))
    response.end()
  }
}
