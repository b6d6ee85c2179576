// Opens the dashboard in Chromium for tests: builds it once, signs members in and reports errors of pages.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { Role } from '#contract/wire/roles.ts'
import { signInMember } from '../app/members.ts'
import type { TestAccount } from '../app/test-accounts.ts'
import { startTestApp, type TestOptions } from '../app/test-app.ts'
import { borrowChromium } from '../processes/chromium.ts'

const script = fileURLToPath(new URL('../../scripts/dashboard.ts', import.meta.url))

let built: Promise<unknown> | undefined

/** Ends at once if the sources have been built. One process builds; others wait for it. */
export function buildDashboard(): Promise<unknown> {
  built ??= promisify(execFile)(process.execPath, [script], { timeout: 180_000 })
  return built
}

export interface DashboardOptions extends TestOptions {
  /** Without one, the browser refuses it. */
  hasMicrophone?: boolean
}

export interface OpenOptions {
  role?: Role
  /** By default as the policy of the server says; axe and other scripts of tests need it to be off. */
  hasPolicy?: boolean
  locale?: string
}

export type Dashboard = Awaited<ReturnType<typeof startDashboard>>

/** Starts a listening Parley with a carrier and a model, and a browser. */
export async function startDashboard({ hasMicrophone, ...options }: DashboardOptions = {}) {
  await using opened = new AsyncDisposableStack()
  await buildDashboard()
  const parley = opened.use(await startTestApp({ carrier: {}, jobsRunning: true, ...options }))
  const chromium = opened.use(await borrowChromium({ hasMicrophone }))
  const { publicUrl } = parley.config.settings
  const errors: string[] = []
  const stack = opened.move()
  return {
    parley,
    chromium,
    baseUrl: publicUrl,
    /** Opens a page as a new member of the account. Errors of pages fail the test at its end. */
    async open(
      account: TestAccount,
      path: string,
      { role = 'owner', hasPolicy = false, locale = 'en-US' }: OpenOptions = {},
    ) {
      const member = await signInMember(parley, account.account, role)
      const [name, value] = member.cookie()!.split('=') as [string, string]
      const context = await chromium.newContext({ bypassCSP: !hasPolicy, locale, timezoneId: 'UTC' })
      await context.addCookies([{ name, value, url: publicUrl }])
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      collectErrors(page, errors)
      await page.goto(publicUrl + path)
      return page
    },
    async [Symbol.asyncDispose]() {
      await stack.disposeAsync()
      assert.deepEqual(errors, [])
    },
  }
}

function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  page.on('console', (message) => {
    // Chromium reports responses with an error status, which pages handle.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
}
