// The files of the browser client for telephone audio, which pages load as modules without a build step.
import { readFileSync } from 'node:fs'

const names = ['mu-law.js', 'playback-queue.js', 'resampler.js', 'telephone-audio.js', 'telephone-worklet.js'] as const

/** By name; they import each other by relative URLs. Pages import `telephone-audio.js`. */
export const telephoneAudioFiles: ReadonlyMap<string, string> = new Map(
  names.map((name) => [name, readBrowserFile(name)]),
)

export function readBrowserFile(name: string): string {
  return readFileSync(new URL(`../browser/${name}`, import.meta.url), 'utf8')
}
