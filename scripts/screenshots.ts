// Makes the screenshots in docs/images from a demonstration account with calls and conversations: `npm run screenshots`.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startTestDemo } from '#testing/app/test-demo.ts'
import { until } from '#testing/app/until.ts'
import { buildDashboard } from '#testing/pages/dashboard.ts'
import { borrowChromium, chromiumMissing } from '#testing/processes/chromium.ts'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const speakingPhone = '+12025550101'
const customer = '+12025550177'

if (chromiumMissing) {
  process.stderr.write(`${chromiumMissing} The screenshots are made in it.\n`)
  process.exit(1)
}
process.stderr.write('Making screenshots takes about a minute …\n')
await buildDashboard()
await using parley = await startTestDemo()
const { baseUrl, sandboxPage, demo, client } = parley
await using chromium = await borrowChromium()
const context = await chromium.newContext({
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  locale: 'en-US',
})
const page = await context.newPage()
await page.goto(await parley.createSignInLink())
await page.locator('h1').waitFor()

async function save(of: Page, name: string): Promise<void> {
  await of.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  process.stderr.write(`${name}.png\n`)
}

async function write(body: string): Promise<void> {
  const response = await fetch(`${sandboxPage}/phones/${encodeURIComponent(customer)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `whatsapp:${demo.phoneNumber}`, body, channel: 'whatsapp' }),
  })
  if (!response.ok) throw new Error(await response.text())
}

await write('What is your bestseller?')
const { call_id: id } = await client.calls.make({ assistant_id: demo.assistantId, phone_number: speakingPhone })
const words = async () => (await client.calls.get({ id })).transcript.length
await until(async () => (await words()) >= 4)
await save(page, 'dashboard-home')

await page.goto(`${baseUrl}/inbox`)
await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().click()
await page.getByRole('region', { name: 'Messages', exact: true }).getByText('What is your bestseller?').waitFor()
await save(page, 'dashboard-inbox')

await page.goto(`${baseUrl}/assistants/${demo.assistantId}`)
await page.getByRole('tab', { name: 'Settings' }).waitFor()
await page.getByRole('textbox', { name: 'Greeting', exact: true }).waitFor()
await page.getByText('Harbour Street Bakery · ').waitFor()
await save(page, 'dashboard-assistant')

await until(async () => (await client.calls.get({ id })).ended_reason !== null)
await page.goto(`${baseUrl}/calls/${id}`)
await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor()
await save(page, 'dashboard-call')

const { data: test } = await client.assistantTests.createFromCall({ id })
const ofTest = { assistantId: demo.assistantId, testId: test.id }
const { data: run } = await client.assistantTests.run(ofTest)
const isOver = async () =>
  (await client.assistantTests.getRun({ ...ofTest, testRunId: run.id })).data.finished_at !== null
await until(isOver)
await page.goto(`${baseUrl}/assistants/${demo.assistantId}?view=tests&test=${test.id}&run=${run.id}`)
await page.getByRole('heading', { name: 'Time axis' }).waitFor()
await save(page, 'dashboard-test')

const website = await context.newPage()
await website.goto(`${sandboxPage}/website/index.html?assistant=${demo.assistantUuid}`)
await website.waitForFunction('window.Parley')
await website.evaluate('Parley.open()')
await website.waitForResponse((response) => response.url().endsWith('/api/conversations'))
await website.keyboard.type('When do you open?')
await website.keyboard.press('Enter')
await website.waitForResponse((response) => response.url().endsWith('/messages'))
await website.waitForTimeout(1_000)
await save(website, 'widget')
