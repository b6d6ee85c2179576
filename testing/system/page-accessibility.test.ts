// Tests of the pages for calls and messages with axe: idle, with a phone open, ringing and during a call.
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestDemo } from '../app/test-demo.ts'
import { assertAccessible } from '../pages/accessibility.ts'
import { chromiumMissing, openChromium } from '../processes/chromium.ts'

describe('the pages', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const parley = await startTestDemo()
  after(() => parley[Symbol.asyncDispose]())
  const { baseUrl, sandboxPage, demo, client } = parley
  const chromium = await openChromium([60])
  after(() => chromium[Symbol.asyncDispose]())

  async function open(url: string): Promise<Page> {
    // The pages allow no scripts of others, such as axe.
    const page = await (await chromium.newContext({ bypassCSP: true })).newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(url)
    return page
  }

  it('of virtual phones', async () => {
    const number = '+12025550170'
    const page = await open(sandboxPage)
    await page.getByText('Every number is a virtual phone').waitFor()
    await assertAccessible(page, 'no phone')
    await page.getByLabel('A phone number').fill(number)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('No messages or calls yet').waitFor()
    await assertAccessible(page, 'phone open')
    await page.getByLabel('Write as this phone').fill('What do you sell?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: number })
    await page.getByText('On a call').waitFor()
    await page.getByText('other side', { exact: false }).first().waitFor()
    await assertAccessible(page, 'on a call')
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.locator('.call audio').waitFor()
    await assertAccessible(page, 'after a call')
  })

  it('of the phone in the browser', async () => {
    const page = await open(`${sandboxPage}/phone#+12025550171`)
    await page.getByText('Ready').waitFor()
    await assertAccessible(page, 'ready')
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: '+12025550171' })
    await page.getByText(`Call from ${demo.phoneNumber}`).waitFor()
    await assertAccessible(page, 'ringing')
    const second = await open(`${sandboxPage}/phone#+12025550171`)
    await second.getByText('is open in another tab').waitFor()
    await assertAccessible(second, 'second tab')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('Talking to').waitFor()
    await page
      .getByText(/help you/)
      .first()
      .waitFor()
    await assertAccessible(page, 'talking')
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.locator('#recording audio').waitFor()
    await assertAccessible(page, 'ended')
  })

  it('of web calls', async () => {
    const { page_url: pageUrl } = await client.calls.makeWebCall({ assistant_id: demo.assistantId })
    const page = await open(pageUrl)
    await assertAccessible(page, 'web call')
    await page.getByRole('button', { name: 'Call' }).click()
    await page
      .getByText(/help you/)
      .first()
      .waitFor()
    await page.getByText('Keypad').click()
    await assertAccessible(page, 'on a web call')
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.getByText('The call has ended').waitFor()
    await assertAccessible(page, 'web call ended')
    const incomplete = await open(new URL('/web-call', baseUrl).href)
    await incomplete.getByText('This address is incomplete').waitFor()
    await assertAccessible(incomplete, 'web call without a token')
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
