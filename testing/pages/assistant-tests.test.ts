// Tests of the pages for tests of assistants: examples, results, refusals, a test from a call, and accessibility.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { finishCall } from '#server/features/calls/index.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const markup = '<img src=x onerror="document.title=1"> & “Ada”'
const hours = 'We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays.'

describe('the tests of an assistant', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({ script: hours })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  it('begin with an example, run, show what happened, and stay in the address', async () => {
    const assistant = await parley.createAssistant({ initial_message: 'Hello, this is Ada.' })
    const page = await dashboard.open(assistant, `/assistants/${assistant.id}?view=tests`, { hasPolicy: true })
    await page.getByText('No tests yet').waitFor()
    await page.getByRole('button', { name: 'Add test' }).first().click()
    await page.getByRole('menuitem', { name: 'An interruption stops the assistant' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(markup)
    assert.equal(await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').count(), 9)
    await page.getByRole('button', { name: 'Save and run' }).click()
    const axis = page.getByRole('region', { name: 'Time axis of the run' })
    await axis.getByText('Stop, wait a moment please.').waitFor()
    await page.getByRole('heading', { name: markup }).waitFor()
    assert.equal(await page.getByText('Met', { exact: true }).count(), 5)
    await page.reload()
    await axis.getByText('Stop, wait a moment please.').waitFor()
    await page.getByRole('button', { name: 'All tests' }).click()
    await page.getByText('1 of 1 passed').waitFor()

    // Another member changes the test, and the open list follows the run without a reload.
    const { assistantTests } = assistant.client
    const ref = {
      assistantId: assistant.id,
      testId: (await assistantTests.list({ assistantId: assistant.id })).data[0]!.id,
    }
    const script = [{ expect: { assistant: 'Good evening', within_ms: 2_000 } }]
    await assistantTests.update({ ...ref, name: 'Greeting', script })
    await assistantTests.run(ref)
    await page.getByText('Failed', { exact: true }).waitFor()
    await page.getByText('Greeting', { exact: true }).click()
    await page.getByText('Not met', { exact: true }).waitFor()
    await page
      .getByText(/Instead, .*the assistant said “Hello, this is Ada/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No tests yet').waitFor()
    await page.close()
  })

  it('show the messages of the server at the fields of a step, and keep what was entered', async () => {
    const assistant = await parley.createAssistant()
    const page = await dashboard.open(assistant, `/assistants/${assistant.id}?view=tests&form=new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Keys')
    const add = async (kind: string) => {
      await page.getByRole('button', { name: 'Add a step' }).click()
      await page.getByRole('menuitem', { name: kind, exact: true }).click()
    }
    await add('Customer says')
    await add('Customer presses keys')
    await page.getByRole('textbox', { name: 'Keys' }).fill('abc')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const [first, second] = await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').all()
    await first!.getByText('A step needs a value.').waitFor()
    await second!.getByText('The value of “Keys” has the wrong format.').waitFor()
    await first!.getByRole('textbox', { name: 'Words' }).fill('When do you open?')
    await page.getByRole('button', { name: 'Remove step 2' }).click()
    await page.locator('summary').click()
    await page.getByRole('textbox', { name: 'More fields as JSON' }).fill('{')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This is not a JSON object.').waitFor()
    await page.getByRole('textbox', { name: 'More fields as JSON' }).fill('{"overall": {"ended": "caller_hung_up"}}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This test has not run yet').waitFor()
    const { data } = await assistant.client.assistantTests.list({ assistantId: assistant.id })
    const test = (await assistant.client.assistantTests.get({ assistantId: assistant.id, testId: data[0]!.id })).data
    assert.deepEqual([test.script, test.overall], [[{ say: 'When do you open?' }], { ended: 'caller_hung_up' }])

    // A second press while the run is being added does not create a second test.
    const held = Promise.withResolvers<void>()
    await page.route('**/runs', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(new URL(`/assistants/${assistant.id}?view=tests&form=new`, page.url()).href)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Twice')
    await add('Customer hangs up')
    const saveAndRun = page.getByRole('button', { name: 'Save and run' })
    const running = page.waitForRequest('**/runs')
    const readAgain = page.waitForResponse('**/test-examples')
    await saveAndRun.click()
    await Promise.all([running, readAgain])
    await saveAndRun.click({ force: true })
    held.resolve()
    await page.waitForURL(/view=tests&test=\d+&run=\d+/)
    assert.equal((await assistant.client.assistantTests.list({ assistantId: assistant.id })).data.length, 2)
    await page.close()
  })

  it('are made from a call, opened for naming', async () => {
    const assistant = await parley.createCallingAssistant({ assistant: { initial_message: 'Hello, this is Ada.' } })
    const { client, account, id } = assistant
    const phone_number = parley.createPhoneNumber()
    parley.carrier.control.behaveOnCalls(phone_number, { pickUp: 'manual' })
    const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number })
    const transcript = [
      { speaker: 'assistant', text: 'Hello, this is Ada.', atMs: 0 },
      { speaker: 'customer', text: `${markup}, when do you open?`, atMs: 2_500 },
      { speaker: 'assistant', text: 'We open at nine.', atMs: 6_000 },
    ] as const
    const end = { endedReason: 'caller_hung_up', endedBy: 'caller', latency: [], timeline: [] } as const
    await finishCall(parley.app.context, { accountId: account.id, callId }, { ...end, transcript: [...transcript] })
    const page = await dashboard.open(assistant, `/calls/${callId}`, { hasPolicy: true })
    await page.getByRole('button', { name: 'Make a test of this' }).click()
    await page.waitForURL(/view=tests&test=\d+&form=edit/)
    assert.equal(await page.getByRole('textbox', { name: 'Words' }).nth(1).inputValue(), `${markup}, when do you open?`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A real call')
    await page.getByRole('button', { name: 'Save and run' }).click()
    await page.getByRole('heading', { name: 'Transcript' }).waitFor()
    await page.getByText('recorded answers').waitFor()
    await page.close()
  })

  it('have no findings of axe in German, and show viewers masked words', async () => {
    const assistant = await parley.createAssistant({ initial_message: 'Hello, this is Ada.' })
    const { assistantTests } = assistant.client
    const script = [
      { wait_ms: 2_000 },
      { say: 'When do you open?' },
      { expect: { speaks: true as const } },
      { noise_ms: 800 },
      { expect: { assistant: 'closed', within_ms: 5_000 } },
    ]
    const { id: testId } = (await assistantTests.create({ assistantId: assistant.id, name: 'Geräusch', script })).data
    await assistantTests.run({ assistantId: assistant.id, testId })
    const path = `/assistants/${assistant.id}?view=tests`
    const page = await dashboard.open(assistant, path, { locale: 'de-DE' })
    await page.getByText('Nicht bestanden').waitFor()
    await assertAccessible(page, 'the list of tests')
    await page.getByText('Geräusch', { exact: true }).click()
    await page.getByRole('region', { name: 'Zeitachse des Laufs' }).waitFor()
    await assertAccessible(page, 'the result of a run')
    await page.getByRole('button', { name: 'Bearbeiten' }).click()
    await page.getByRole('list', { name: 'Schritte' }).waitFor()
    await assertAccessible(page, 'the form of a test')
    await page.getByRole('tab', { name: 'Simulation' }).click()
    await page.getByRole('button', { name: 'Wert hinzufügen' }).click()
    await assertAccessible(page, 'the form of a simulation')
    await page.close()

    const viewer = await dashboard.open(assistant, `${path}&test=${testId}`, { role: 'viewer' })
    await viewer.getByRole('heading', { name: 'Transcript' }).waitFor()
    assert.equal(await viewer.getByText('When do you open?').count(), 0)
    assert.equal(await viewer.getByRole('button', { name: 'Run', exact: true }).count(), 0)
    await viewer.close()
  })
})
