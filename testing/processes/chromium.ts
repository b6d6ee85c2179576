// Opens Chromium for tests of pages, with a microphone that plays a recording or is refused.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFlite } from '@parley/speech'
import { decodeMulaw, writeWav } from '@parley/telephone'
import { type Browser, chromium } from 'playwright-core'

const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** Why tests in Chromium are skipped; undefined where it is installed. */
export const chromiumMissing = executablePath === undefined ? 'Chromium is not installed.' : undefined

const sampleRate = 8_000
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
]

/** A text that is spoken, or seconds of silence. */
export type Spoken = string | number

let shared: Promise<Browser> | undefined

export type SharedBrowser = Pick<Browser, 'newContext' | 'newPage'>

/** The browser that all tests of this process share, which refuses the microphone. Its disposal closes the pages. */
export async function borrowChromium(): Promise<SharedBrowser & AsyncDisposable> {
  shared ??= openChromium()
  const browser = await shared
  return {
    newContext: (options) => browser.newContext(options),
    newPage: (options) => browser.newPage(options),
    async [Symbol.asyncDispose]() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  }
}

/** The microphone plays the lines once, from the moment when a page opens it. Without lines, it is refused. */
export async function openChromium(lines?: readonly Spoken[]): Promise<Browser & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-chromium-'))
  const file = join(folder, 'microphone.wav')
  if (lines) await writeFile(file, await speak(lines))
  const microphone = lines
    ? ['--use-fake-ui-for-media-stream', `--use-file-for-fake-audio-capture=${file}%noloop`]
    : ['--use-fake-ui-for-media-stream=deny']
  const browser = await chromium.launch({ executablePath, args: [...args, ...microphone] })
  return Object.assign(browser, {
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  })
}

async function speak(lines: readonly Spoken[]): Promise<Uint8Array> {
  await using flite = openFlite()
  const parts = await Promise.all(
    lines.map(async (line) =>
      typeof line === 'number'
        ? new Int16Array(line * sampleRate)
        : decodeMulaw(await flite.synthesize(line, { voice: 'rms' })),
    ),
  )
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return writeWav({ sampleRate, channels: [samples] })
}
