// Makes the pictures in docs/images from a demonstration account with example data: `npm run screenshots`.
import type { Page } from 'playwright-core'
import { stopTestPostgres } from '#testing/app/postgres.ts'
import { startTestDemo } from '#testing/app/test-demo.ts'
import { until } from '#testing/app/until.ts'
import { buildDashboard } from '#testing/pages/dashboard.ts'
import { borrowChromium, chromiumMissing } from '#testing/processes/chromium.ts'
import {
  createAutomation,
  makeCalls,
  nameAssistants,
  postToSandbox,
  runCampaign,
  runTests,
  speakingPhone,
  turnClock,
  untilCallsEnd,
  writeMessages,
} from './pictures/example-data.ts'
import { requirePngquant, savePicture } from './pictures/save-picture.ts'

if (chromiumMissing) {
  process.stderr.write(`${chromiumMissing} The pictures are made in it.\n`)
  process.exit(1)
}
await requirePngquant()
process.stderr.write('Making the pictures takes about three minutes …\n')
await buildDashboard()
await makePictures()
await stopTestPostgres()
// The browser, which tests share, is still open.
process.exit()

async function makePictures(): Promise<void> {
  await using parley = await startTestDemo()
  const { baseUrl, sandboxPage, demo, client } = parley
  await using chromium = await borrowChromium()
  const options = { colorScheme: 'light', locale: 'en-US', deviceScaleFactor: 2 } as const
  const context = await chromium.newContext({ ...options, viewport: { width: 1280, height: 800 } })

  async function open(url: string, { width = 1280, height = 800 } = {}): Promise<Page> {
    const page = await context.newPage()
    await page.setViewportSize({ width, height })
    await page.goto(url)
    return page
  }

  const page = await open(await parley.createSignInLink())
  await page.locator('h1').waitFor()

  await nameAssistants(parley)
  await writeMessages(parley)
  await makeCalls(parley)
  await page.reload()
  await page.getByRole('button', { name: 'Hide the first minute' }).click()
  const { call_id: id } = await client.calls.make({ assistant_id: demo.assistantId, phone_number: speakingPhone })
  await page.getByText('When do you open in the morning?').first().waitFor()
  await savePicture(page, 'dashboard-home')

  await page.goto(`${baseUrl}/inbox`)
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /Grace Miller/ })
    .click()
  const messages = page.getByRole('region', { name: 'Messages', exact: true })
  await messages.getByText('What is your bestseller?').waitFor()
  await messages.getByText(/bestseller is/).waitFor()
  await savePicture(page, 'dashboard-inbox')
  const inboxAddress = page.url()

  await page.goto(`${baseUrl}/assistants/${demo.assistantId}?panel=chat`)
  await page.getByRole('textbox', { name: 'Greeting', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('When do you open?')
  await page.keyboard.press('Enter')
  await page.getByText(/opening time is/).waitFor()
  await savePicture(page, 'dashboard-assistant')

  await until(async () => (await client.calls.get({ id })).ended_reason !== null)
  await page.goto(`${baseUrl}/calls/${id}`)
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor()
  await savePicture(page, 'dashboard-call')

  const automationId = await createAutomation(parley)
  await page.goto(`${baseUrl}/automations/${automationId}?step=remind`)
  await page.locator('[data-step=remind]').waitFor()
  await page.getByRole('textbox').first().waitFor()
  await savePicture(page, 'dashboard-automation')

  const { testId, runId } = await runTests(parley, id)
  await page.goto(`${baseUrl}/assistants/${demo.assistantId}?view=tests`)
  await page.getByRole('button', { name: /^Run all/ }).waitFor()
  await savePicture(page, 'dashboard-tests')
  await page.goto(`${baseUrl}/assistants/${demo.assistantId}?view=tests&test=${testId}&run=${runId}`)
  await page.getByRole('heading', { name: 'Time axis' }).waitFor()
  await savePicture(page, 'dashboard-test')

  const phone = await open(inboxAddress, { width: 390, height: 780 })
  await phone
    .getByText(/bestseller is/)
    .first()
    .waitFor()
  await savePicture(phone, 'dashboard-phone')

  const sandbox = await open(`${sandboxPage}#${speakingPhone}`)
  await sandbox.locator('.call audio').waitFor()
  await savePicture(sandbox, 'call')

  const customer = '+12025550177'
  const { senderId, templates } = demo.sender!
  await client.messages.sendTemplate({
    sender_id: senderId,
    template_id: templates.approved,
    recipient_phone: customer,
    variables: { 1: 'Grace', 2: 'A-1001' },
  })
  await postToSandbox(parley, `/phones/${encodeURIComponent(customer)}/messages`, {
    to: `whatsapp:${demo.phoneNumber}`,
    channel: 'whatsapp',
    body: 'When do you open?',
  })
  await sandbox.goto('about:blank')
  await sandbox.goto(`${sandboxPage}#${customer}`)
  await sandbox
    .locator('#bubbles')
    .getByText(/opening time is/)
    .waitFor()
  await client.messages.sendFreeform({
    sender_id: senderId,
    recipient_phone: customer,
    message: 'Fresh from the oven',
    media_url: `${sandboxPage}/picture.png`,
  })
  await sandbox.locator('#bubbles').getByText('Fresh from the oven').waitFor()
  await sandbox.waitForFunction('[...document.images].every(({ naturalWidth }) => naturalWidth > 0)')
  await savePicture(sandbox, 'sandbox')

  const website = await open(`${sandboxPage}/website/index.html?assistant=${demo.assistantUuid}`)
  await website.waitForFunction('window.Parley')
  await website.evaluate('Parley.open()')
  await website.waitForResponse((response) => response.url().endsWith('/api/conversations'))
  await website.keyboard.type('When do you open?')
  await website.keyboard.press('Enter')
  await website.waitForResponse((response) => response.url().endsWith('/messages'))
  // The answer is in a shadow tree that scripts cannot read.
  await website.waitForTimeout(2_000)
  await savePicture(website, 'widget')

  await turnClock(parley)
  const campaignId = await runCampaign(parley)
  await page.goto(`${baseUrl}/campaigns/${campaignId}`)
  await page.getByText('Busy').first().waitFor()
  await savePicture(page, 'dashboard-campaign')
  await client.campaigns.updateStatus({ campaign_id: campaignId, action: 'stop' })
  await untilCallsEnd(parley)
}
