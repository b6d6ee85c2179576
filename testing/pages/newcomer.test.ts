// The first minutes of a newcomer with a browser alone: a spoken conversation, a chat-app exchange, a campaign, a retried run.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestDemo } from '../app/test-demo.ts'
import { openTarget } from '../automations/target.ts'
import { borrowChromium, chromiumMissing } from '../processes/chromium.ts'
import { ask } from '../processes/microphone.ts'
import { buildDashboard } from './dashboard.ts'

const question = 'When do you open in the morning?'
const customer = '+12025550181'
const campaignNumber = '+12025550182'

describe('a newcomer', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  await buildDashboard()
  const opened = new AsyncDisposableStack()
  after(() => opened[Symbol.asyncDispose]())
  const target = opened.use(await openTarget())
  const parley = opened.use(await startTestDemo({ reachable: target.url }))
  const chromium = opened.use(await borrowChromium({ hasMicrophone: true }))
  const page = await (await chromium.newContext()).newPage()
  page.setDefaultTimeout(60_000)

  it('signs in with the link of the start and talks to the assistant on the first page', async () => {
    await page.goto(await parley.createSignInLink())
    const panel = page.getByRole('region', { name: 'Call with the microphone' })
    await panel.getByRole('button', { name: 'Call', exact: true }).click()
    const captions = panel.getByRole('log', { name: 'Captions' })
    await captions
      .getByText(/this is Ada/)
      .first()
      .waitFor()
    await ask(page, question, captions.getByText(/7 o’clock/).first())
    await panel.getByRole('button', { name: 'Hang up' }).click()
    await panel.getByRole('link', { name: 'Open the call' }).click()
    await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor()
    await page
      .getByText(/7 o’clock/)
      .first()
      .waitFor()
  })

  it('writes as a customer, sees the answer of the AI, and takes the conversation over', async () => {
    const phone = await page.context().newPage()
    await phone.goto(parley.sandboxPage)
    await phone.getByLabel('A phone number').fill(customer)
    await phone.getByRole('button', { name: 'Open' }).click()
    await phone.getByLabel('Write as this phone').fill('What is your bestseller?')
    await phone.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    await page.getByRole('region', { name: 'Conversations' }).getByText('Chat app').click()
    const messages = page.getByRole('region', { name: 'Messages', exact: true })
    await messages.getByText(/The bestseller is the cinnamon bun/).waitFor()
    const field = page.getByRole('textbox', { name: 'Message to the customer' })
    await field.fill('We keep one for you.')
    await field.press('Enter')
    await phone.getByText('We keep one for you.').first().waitFor()
    await page.getByRole('button', { name: 'Hand back to the AI' }).waitFor()
    await phone.close()
  })

  it('contacts the people of a CSV file', async () => {
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('button', { name: 'New campaign' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New campaign' })
    await dialog.getByLabel('Name').fill('Opening')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Opening', level: 1 }).waitFor()
    // New campaigns contact people within office hours only.
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const hours = { allowed_hours_start_time: null, allowed_hours_end_time: null }
    await parley.client.campaigns.update({ id, allowed_days: null, ...hours })
    const buffer = Buffer.from(`phone,customer_name\n${campaignNumber},Grace\n`)
    await page.setInputFiles('input[type=file]', { name: 'people.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 imported').waitFor()
    await page.getByRole('region', { name: 'Preview and start' }).getByRole('button', { name: 'Start' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForURL(/tab=progress/)
    await page.getByRole('region', { name: 'Latest calls' }).getByRole('link', { name: campaignNumber }).waitFor()
  })

  it('repairs a run that has failed', async () => {
    await page.getByRole('link', { name: 'Automations', exact: true }).click()
    await page.getByRole('link', { name: 'Start with a template' }).first().click()
    await page.getByRole('button', { name: 'Use Evaluation to the CRM' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill(`${target.url}/crm`)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Evaluation to the CRM', level: 1 }).waitFor()
    target.broken.add('/crm')
    await page.getByRole('radio', { name: 'Test run' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const step = page.locator('[data-step=send]')
    await step.getByRole('img', { name: 'Failed' }).waitFor()
    target.broken.delete('/crm')
    await page.getByRole('button', { name: 'Retry from the failed step' }).click()
    await step.getByRole('img', { name: 'Succeeded' }).waitFor()
    assert.equal(target.requestsTo('/crm').length, 2)
  })
})
