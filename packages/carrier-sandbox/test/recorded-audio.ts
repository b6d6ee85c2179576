// Downloads and measures recordings, for tests.
import { decodeMulaw } from '@parley/telephone'
import { frameBytes, isLoud, readAudio } from '../src/voice/audio.ts'
import { basic, type TestSandbox } from './harness.ts'

/** Downloads a file with the account's credentials. */
export async function download({ carrier }: TestSandbox, url: string): Promise<Buffer> {
  const reply = await fetch(url, { headers: { authorization: basic(carrier.accountSid, carrier.authToken) } })
  if (!reply.ok || reply.headers.get('content-type') !== 'audio/x-wav')
    throw new Error(`The status is ${reply.status}.`)
  return Buffer.from(await reply.arrayBuffer())
}

/** Mu-law audio of each channel of a WAV file with 16-bit samples. */
export function channelsOf(wav: Buffer): Uint8Array[] {
  const count = wav.readUInt16LE(22)
  return Array.from({ length: count }, (_, channel) =>
    readAudio(Buffer.concat([wav.subarray(0, 44), wav.subarray(44 + channel * 2)])),
  )
}

/** The number of frames that are not silent. */
export function framesOf(audio: Uint8Array): number {
  let count = 0
  for (let at = 0; at < audio.length; at += frameBytes) if (isLoud(audio.subarray(at, at + frameBytes))) count++
  return count
}

/** The pitch of a tone in Hz, from the times at which it becomes positive. */
export function pitchOf(audio: Uint8Array): number {
  let count = 0
  const samples = decodeMulaw(audio)
  for (let at = 1; at < samples.length; at++) if (samples[at]! > 0 && samples[at - 1]! <= 0) count++
  return count / (framesOf(audio) * 0.02)
}
