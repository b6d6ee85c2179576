// Tests of the pages for calls and messages: with axe, and in the window of a phone, in all their states.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { receptionDemoNumber } from '#server/startup/demo-sender.ts'
import { startTestDemo } from '../app/test-demo.ts'
import { assertAccessible } from '../pages/accessibility.ts'
import { assertReachable } from '../pages/reachable.ts'
import { borrowChromium, chromiumMissing } from '../processes/chromium.ts'

describe('the pages', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const parley = await startTestDemo()
  after(() => parley[Symbol.asyncDispose]())
  const { baseUrl, sandboxPage, demo, client } = parley
  const chromium = await borrowChromium({ hasMicrophone: true })
  after(() => chromium[Symbol.asyncDispose]())

  async function open(url: string): Promise<Page> {
    // The pages allow no scripts of others, such as axe.
    const page = await (await chromium.newContext({ bypassCSP: true })).newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(url)
    return page
  }

  const post = async (path: string, body: object): Promise<{ sid: string }> =>
    (await fetch(sandboxPage + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.json())) as { sid: string }

  async function assertUsable(page: Page, state: string): Promise<void> {
    await assertAccessible(page, state)
    await assertReachable(page, state)
  }

  it('of virtual phones', async () => {
    const number = '+12025550170'
    const page = await open(sandboxPage)
    await page.getByText('Every number is a virtual phone').waitFor()
    await assertUsable(page, 'no phone')
    await page.getByLabel('A phone number').fill(number)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('No messages or calls yet').waitFor()
    await assertUsable(page, 'phone open')
    await page.getByLabel('Write as this phone').fill('What do you sell?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: number })
    await page.getByText('On a call').waitFor()
    await page.getByText('other side', { exact: false }).first().waitFor()
    await assertUsable(page, 'on a call')
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.locator('.call audio').waitFor()
    await assertUsable(page, 'after a call')
    assert.ok(Number(await page.evaluate(lengthOfRecording)) > 0, 'the recording has no length')
  })

  it('of virtual phones with long and right-to-left texts, and numbers with names', async () => {
    const number = '+15559900016'
    for (const body of [`https://example.com/${'long'.repeat(60)}`, 'مرحبا، متى تفتحون في الصباح؟'])
      await post(`/phones/${number}/messages`, { to: demo.phoneNumber, body })
    await post('/templates', { name: 'long_name_'.repeat(20), body: 'W'.repeat(300) })
    const page = await open(`${sandboxPage}#${number}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('متى').last().waitFor()
    await assertUsable(page, 'long texts')
    const names = await page.getByLabel('Write to or call').locator('option').allTextContents()
    assert.ok(
      names.includes(`SMS · ${receptionDemoNumber} · Ada of the demonstration, for inbound calls`),
      names.join(),
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await post('/clock', { forward_ms: 3_600_000 })
    await page.getByText('ahead').waitFor()
    await assertReachable(page, 'the clock was turned')
    await page.getByRole('button', { name: '‹ Phones' }).click()
    await page.getByText('Every number is a virtual phone').waitFor()
    await assertUsable(page, 'the list of phones')
    await page.getByRole('button', { name: 'Back to now' }).click()
  })

  it('keep the newest caption in view when a picture loads late, unless the reader has scrolled up', async () => {
    const number = '+12025550172'
    const page = await open('about:blank')
    const { promise, resolve: loadPicture } = Promise.withResolvers<void>()
    await page.route('**/sandbox/media/*', (route) => promise.then(() => route.continue()))
    await page.setViewportSize({ width: 390, height: 844 })
    const picture = await fetch(`${sandboxPage}/picture.png`).then((response) => response.bytes())
    const media = [{ content_type: 'image/png', base64: Buffer.from(picture).toString('base64') }]
    await page.goto(`${sandboxPage}#${number}`)
    const { sid } = await post('/calls', { from: number, to: demo.inboundPhoneNumber, behaviour: { steps: [] } })
    await page.getByText('On a call').waitFor()
    for (const body of ['One', 'Two', 'Three'])
      await post(`/phones/${number}/messages`, { to: demo.phoneNumber, body, media })
    await page.locator('.words', { hasText: 'Three' }).waitFor()
    await post(`/calls/${sid}/speech`, { say: 'The last words.' })
    await page.locator('.call').getByText('The last words.').waitFor()
    const isInView = () => page.evaluate(isLastCaptionInView)
    assert.ok(await isInView())
    loadPicture()
    await page.waitForFunction(`() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0)`)
    assert.ok(await isInView(), 'the pictures moved the caption away')
    await page.evaluate(scrollUp)
    await post(`/calls/${sid}/speech`, { say: 'Even later words.' })
    await page.getByText('Even later words.').waitFor()
    assert.ok(!(await isInView()), 'the list left the place where the reader is')
    await post(`/calls/${sid}/hang-up`, {})
  })

  it('of the phone in the browser', async () => {
    const page = await open(`${sandboxPage}/phone#+12025550171`)
    await page.getByText('Ready').waitFor()
    await assertUsable(page, 'ready')
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: '+12025550171' })
    await page.getByText(`Call from ${demo.phoneNumber}`).waitFor()
    await assertUsable(page, 'ringing')
    const second = await open(`${sandboxPage}/phone#+12025550171`)
    await second.getByText('is open in another tab').waitFor()
    await assertUsable(second, 'second tab')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('Talking to').waitFor()
    await page
      .getByText(/help you/)
      .first()
      .waitFor()
    await assertUsable(page, 'talking')
    await page.setViewportSize({ width: 390, height: 620 })
    const seen = '#captions p:last-child'
    await page.waitForFunction(`() => document.querySelector('${seen}').getBoundingClientRect().bottom < innerHeight`)
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.locator('#recording audio').waitFor()
    await assertUsable(page, 'ended')
    assert.ok(Number(await page.evaluate(lengthOfRecording)) > 0, 'the recording has no length')
  })

  it('of web calls', async () => {
    const { page_url: pageUrl } = await client.calls.makeWebCall({ assistant_id: demo.assistantId })
    const page = await open(pageUrl)
    await assertUsable(page, 'web call')
    await page.getByRole('button', { name: 'Call' }).click()
    await page
      .getByText(/help you/)
      .first()
      .waitFor()
    await page.getByText('Keypad').click()
    await assertUsable(page, 'on a web call')
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.getByText('The call has ended').waitFor()
    await assertUsable(page, 'web call ended')
    const used = await open(pageUrl)
    await used.getByRole('button', { name: 'Call' }).click()
    await used.getByText('This link was used or has expired').waitFor()
    await used.getByText('Each link to it is for one call').waitFor()
    await assertUsable(used, 'web call with a used link')
    const incomplete = await open(new URL('/web-call', baseUrl).href)
    await incomplete.getByText('This address is incomplete').waitFor()
    await incomplete.getByText('The token of the call is missing').waitFor()
    await incomplete.getByText('POST /api/user/web_calls').waitFor()
    await assertUsable(incomplete, 'web call without a token')
  })

  it('for listening to a call', async () => {
    const { call_id: id, page_url: callUrl } = await client.calls.makeWebCall({ assistant_id: demo.assistantId })
    const customer = await open(callUrl)
    await customer.getByRole('button', { name: 'Call' }).click()
    await customer.getByText('On a call').waitFor()
    const page = await open((await client.liveCalls.listen({ id, may_intervene: true })).page_url)
    await assertAccessible(page, 'ready to listen')
    await page.getByRole('button', { name: 'Listen' }).click()
    await page
      .getByText(/help you/)
      .first()
      .waitFor()
    await page.getByLabel('Whisper to the assistant').fill('Offer a discount.')
    await page.getByRole('button', { name: 'Whisper' }).click()
    await page.getByText('Offer a discount.').waitFor()
    await assertAccessible(page, 'listening')
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('You have the call').waitFor()
    await assertAccessible(page, 'has taken the call over')
    await page.getByRole('button', { name: 'Hand back' }).click()
    await page.getByRole('button', { name: 'Take over' }).waitFor()
    await customer.getByRole('button', { name: 'Hang up' }).click()
    await page.getByText('The call has ended').waitFor()
    await assertAccessible(page, 'the call ended')
    const incomplete = await open(new URL('/listen', baseUrl).href)
    await incomplete.getByText('This address is incomplete').waitFor()
    await assertAccessible(incomplete, 'listening without a token')
  })
})

/** Runs in the page. The length of a recording in seconds, which is not played. */
const lengthOfRecording = `new Promise((resolve) => {
  const audio = document.querySelector('audio')
  if (audio.readyState > 0) resolve(audio.duration)
  audio.addEventListener('loadedmetadata', () => resolve(audio.duration))
})`

/** Runs in the page. The page receives the event with its next frame. */
const scrollUp = `new Promise((resolve) => {
  const list = document.querySelector('#bubbles')
  list.addEventListener('scroll', resolve, { once: true })
  list.scrollTop = 0
})`

/** Runs in the page. */
const isLastCaptionInView = `(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const list = document.querySelector('#bubbles').getBoundingClientRect()
  const caption = [...document.querySelectorAll('.call bdi')].at(-1).getBoundingClientRect()
  return caption.top >= list.top && caption.bottom <= list.bottom
})()`
