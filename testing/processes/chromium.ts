// Opens Chromium for tests of pages, with a microphone or one that is refused.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { spokenMicrophone } from './microphone.ts'

/** The first starts fastest: it is the same engine without the window of a browser. */
const executablePath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** Why tests in Chromium are skipped; undefined where it is installed. */
export const chromiumMissing = executablePath === undefined ? 'Chromium is not installed.' : undefined

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

/** By whether they have a microphone. */
const opened = new Map<boolean, Promise<Browser>>()

export type BorrowedBrowser = AsyncDisposable & Pick<Browser, 'newContext' | 'newPage'>

/**
 * A browser that all tests of this process share. Its disposal closes the pages. With a microphone, `speak` is heard;
 * without one, Chromium refuses it.
 */
export async function borrowChromium({ hasMicrophone = false } = {}): Promise<BorrowedBrowser> {
  const browser = await openOnce(hasMicrophone)
  const contexts: BrowserContext[] = []
  async function newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext(options)
    contexts.push(context)
    if (hasMicrophone) await context.addInitScript(spokenMicrophone)
    return context
  }
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

function openOnce(hasMicrophone: boolean): Promise<Browser> {
  const found = opened.get(hasMicrophone)
  if (found) return found
  const microphone = `--use-fake-ui-for-media-stream${hasMicrophone ? '' : '=deny'}`
  const browser = chromium.launch({
    executablePath,
    args: [...args, microphone],
    // People with a mouse see scrollbars, which take space.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  opened.set(hasMicrophone, browser)
  return browser
}
