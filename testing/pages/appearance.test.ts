// Tests of what all pages have in common in a browser: the palette, the typeface, and accessibility in light and dark.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the appearance of the pages', { skip: chromiumMissing, timeout: 120_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const account = await dashboard.parley.createAccount()
  const { baseUrl } = dashboard
  const sandbox = `${dashboard.parley.carrier.baseUrl}/sandbox`

  it('is the same on every page, by its policy, in light and dark', async () => {
    const page = await dashboard.open(account, '/', { hasPolicy: true })
    const looks: Looks[] = []
    const addresses = ['/', '/unknown/address', '/web-call', '/listen', '/widget-preview'].map((path) => baseUrl + path)
    for (const address of [...addresses, ...['', '/phone', '/website/index.html'].map((path) => sandbox + path)]) {
      await page.goto(address)
      looks.push(await looksOf(page))
    }
    await page.context().clearCookies()
    await page.goto(`${baseUrl}/sign-in`)
    looks.push(await looksOf(page))
    for (const each of looks) assert.deepEqual(each, looks[0])
    assert.notDeepEqual(looks[0]!.light.colors, looks[0]!.dark.colors)
    await page.context().close()
  })

  it('loads at most 60 kB of fonts, once, and those of other letters only for them', async () => {
    const page = await dashboard.chromium.newPage()
    const fonts: Response[] = []
    page.on('response', (response) => response.request().resourceType() === 'font' && fonts.push(response))
    await page.goto(`${baseUrl}/sign-in`)
    await page.evaluate('document.fonts.ready')
    assert.equal(fonts.length, 1)
    const other = page.waitForResponse(/latin-ext/)
    await page.evaluate('document.body.append("Zażółć gęślą jaźń")')
    await other
    const bodies = await Promise.all(fonts.map((font) => font.body()))
    assert.equal(bodies.length, 2)
    assert.ok(bodies.reduce((sum, { length }) => sum + length, 0) <= 60_000)
    for (const font of fonts) assert.match(font.headers()['cache-control'] ?? '', /immutable/)
    await page.close()
  })

  it('is accessible where visitors and new users begin', async () => {
    const page = await dashboard.chromium.newPage({ bypassCSP: true })
    for (const path of ['', '/phone', ...['index', 'courses', 'visit'].map((name) => `/website/${name}.html`)]) {
      await page.goto(sandbox + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertAccessible(page, `sandbox${path}`)
    }
    await page.close()
  })

  it('of the sample shop has the language of the widget', async () => {
    const page = await dashboard.chromium.newPage()
    for (const [language, title] of [
      ['en', 'Fresh from the oven'],
      ['de', 'Frisch aus dem Ofen'],
      ['fr', 'Fresh from the oven'],
    ]) {
      await page.goto(`${baseUrl}/widget-preview?language=${language}`)
      await page.getByText(title!).waitFor()
      const broken = '[...document.images].filter((image) => !image.complete || image.naturalWidth === 0).length'
      await page.waitForFunction(`${broken} === 0`)
    }
    await page.close()
  })
})

interface Look {
  colors: string[]
  /** How many faces of the typeface could be loaded. */
  faces: number
  family: string
}

type Looks = Record<'light' | 'dark', Look>

async function looksOf(page: Page): Promise<Looks> {
  const lookIn = async (colorScheme: 'light' | 'dark'): Promise<Look> => {
    await page.emulateMedia({ colorScheme })
    return (await page.evaluate(readLook)) as Look
  }
  return { light: await lookIn('light'), dark: await lookIn('dark') }
}

const readLook = `document.fonts.load('16px Geist').then(({ length: faces }) => {
  const probe = document.body.appendChild(document.createElement('i'))
  const colors = ['paper', 'card', 'ink', 'soft', 'line', 'accent', 'bad'].map((name) => {
    probe.style.color = 'var(--' + name + ')'
    return name + ' ' + getComputedStyle(probe).color
  })
  probe.remove()
  return { colors, faces, family: getComputedStyle(document.body).fontFamily }
})`
