// Tests of the pages of automations: templates, editing flows, test runs, retries, runs and connections.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { TestAccount } from '../app/test-app.ts'
import { flowOf, settledRun, step } from '../automations/flows.ts'
import { openTarget } from '../automations/target.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

const markup = '<img src=x onerror=alert(1)>'

/** Creates an automation and opens its page. */
async function openFlow(
  dashboard: Dashboard,
  account: TestAccount,
  { name = 'Test', steps, search = '' }: { name?: string; steps: object[]; search?: string },
) {
  const { automation_id: id } = await account.client.automations.create({ name, flow: flowOf(steps) })
  return { id, page: await dashboard.open(account, `/automations/${id}${search}`) }
}

describe('the pages of automations', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const target = await openTarget()
  after(() => target[Symbol.asyncDispose]())
  const dashboard = await startDashboard({ config: { allowPrivate: target.allowPrivate } })
  after(() => dashboard[Symbol.asyncDispose]())
  const account = await dashboard.parley.createAccount()
  const { client } = account

  it('create an automation from a template, run it, show the failed step and retry it inside the run', async () => {
    const page = await dashboard.open(account, '/automations', { hasPolicy: true })
    await page.getByRole('link', { name: 'Start with a template' }).click()
    await page.getByRole('button', { name: 'Use Evaluation to the CRM' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('crm')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/Enter a web address for “/).waitFor()
    await dialog.getByLabel('URL').fill(`${target.url}/crm`)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Evaluation to the CRM', level: 1 }).waitFor()

    target.broken.add('/crm')
    await page.getByRole('radio', { name: 'Test run' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const canvasStep = page.locator('[data-step=send]')
    await canvasStep.getByRole('img', { name: 'Failed' }).waitFor()
    await page.getByText('Check the input of the step', { exact: false }).waitFor()
    target.broken.delete('/crm')
    await page.getByRole('button', { name: 'Retry from the failed step' }).click()
    await canvasStep.getByRole('img', { name: 'Succeeded' }).waitFor()
    await page.getByRole('region', { name: 'Test run' }).getByText('Attempt 2').first().waitFor()
    assert.equal(target.requestsTo('/crm').length, 2)

    const address = page.url()
    await page.reload()
    await canvasStep.getByRole('img', { name: 'Succeeded' }).waitFor()
    assert.equal(page.url(), address)
    await page.close()
  })

  it('edit a step, show what the server refuses at its field, and save', async () => {
    const flow = flowOf([step('first', 'set', { values: { a: 1 } }), step('last', 'set')])
    const { automation_id: id } = await client.automations.create({ name: markup, flow })
    await settledRun({ client, id }, (await client.automations.run({ id, input: { name: 'Ann' } })).run_id)
    const page = await dashboard.open(account, `/automations/${id}?step=last`)
    await page.getByRole('heading', { name: markup, level: 1 }).waitFor()
    const outcome = page.getByRole('textbox', { name: 'Outcome (optional)' })
    await outcome.fill('{{steps.nothing.x}}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('There is no step “nothing”.').first().waitFor()
    assert.equal(await outcome.getAttribute('aria-invalid'), 'true')
    await page.locator('[data-step=last]').getByRole('img', { name: 'has a problem' }).waitFor()

    await outcome.fill('')
    await page.getByRole('button', { name: 'Insert a value: Outcome (optional)' }).click()
    await page.getByRole('menuitem', { name: 'Name trigger.name · "Ann"' }).click()
    await page.getByRole('textbox', { name: 'Name of the step (optional)' }).fill('Label')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add a step after “First”' }).click()
    await page.getByRole('menuitem', { name: /^Wait / }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.locator('[data-step=delay]').click()
    await page.getByRole('button', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'seconds' }).click()
    await page.getByRole('textbox', { name: 'Wait for (optional)' }).fill('5')
    await page.getByRole('link', { name: 'Calls' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Version 2').waitFor()
    const saved = (await client.automations.get({ id })).flow.steps
    assert.deepEqual(saved, [
      step('first', 'set', { values: { a: 1 } }),
      step('delay', 'delay', { seconds: 5 }),
      step('label', 'set', { outcome: '{{trigger.name}}' }),
    ])
    await page.close()
  })

  it('do not overwrite what another editor has saved', async () => {
    const { id, page } = await openFlow(dashboard, account, {
      steps: [step('one', 'set')],
      search: '?view=outline&step=one',
    })
    const outcome = page.getByRole('textbox', { name: 'Outcome (optional)' })
    await outcome.fill('mine')
    await client.automations.update({ id, flow: flowOf([step('one', 'set', { outcome: 'theirs' })]) })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('The step “One” was changed.').waitFor()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await outcome.inputValue(), 'mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: 'Show theirs' }).click()
    await page.getByText('Version 2').waitFor()
    assert.equal(await outcome.inputValue(), 'theirs')
    await page.close()
  })

  it('open, move and select in a flow of 200 steps', async () => {
    const steps = Array.from({ length: 200 }, (_, index) => step(`step_${index}`, 'set'))
    const { page } = await openFlow(dashboard, account, { name: 'Long', steps })
    await page.locator('[data-step=step_0]').waitFor()
    assert.ok((await page.locator('[data-step]').count()) < 100)
    await page.locator('.react-flow__pane').hover()
    await page.mouse.wheel(0, 3_000)
    await page.locator('[data-step=step_0]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show the whole flow' }).click()
    await page.locator('[data-step=step_199]').waitFor()
    await page.locator('[data-step=step_150]').press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.getByText('steps.step_151', { exact: false }).waitFor()
    await page.close()
  })

  it('filter runs by status and outcome, in German', async () => {
    const flow = flowOf([
      step('wait', 'delay', { seconds: '{{trigger.seconds}}' }),
      step('end', 'set', { outcome: 'late' }),
    ])
    const { automation_id: id } = await client.automations.create({ name: 'Pausen', flow })
    await settledRun({ client, id }, (await client.automations.run({ id, input: { seconds: 3_600 } })).run_id)
    await settledRun({ client, id }, (await client.automations.run({ id, input: { seconds: 'x' } })).run_id)
    await Promise.all(Array.from({ length: 21 }, () => client.automations.run({ id, input: { seconds: 'x' } })))
    const page = await dashboard.open(account, `/automations/${id}?tab=runs`, { locale: 'de-DE' })
    const runs = page.getByRole('list', { name: 'Läufe' }).getByRole('button')
    await runs.nth(19).waitFor()
    await page.getByRole('button', { name: 'Frühere Läufe' }).click()
    await runs.nth(22).waitFor()
    await page.getByRole('button', { name: 'Frühere Läufe' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Wartet' }).click()
    await runs.nth(1).waitFor({ state: 'detached' })
    await runs.first().click()
    await page.getByText('Wartet bis').waitFor()
    assert.match(page.url(), /status=PAUSED/)
    await assertAccessible(page, 'runs')
    await page.close()
  })

  it('create, test and delete connections without showing their secrets', async () => {
    const page = await dashboard.open(account, '/automations?tab=connections')
    await page.getByRole('button', { name: 'New connection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('CRM')
    await dialog.getByLabel('URL for tests').fill(`${target.url}/me`)
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('“Token” is required.', { exact: false }).waitFor()
    await dialog.getByRole('textbox', { name: 'Token' }).fill('a-secret-token-of-the-crm')
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'CRM' })
    await row.getByText('Tested', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes('a-secret-token'))
    await row.getByRole('button', { name: 'Test CRM' }).click()
    await page.getByText('CRM works.').waitFor()
    await row.getByRole('button', { name: 'Delete CRM' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No connections yet').waitFor()
    await page.close()
  })

  it('have no findings of axe', async () => {
    const inner = [step('send', 'http_request', { method: 'POST', url: `${target.url}/x`, headers: { a: 'b' } })]
    const flow = flowOf([step('check', 'condition', { if: 'true', then: inner }), step('end', 'set')])
    const { automation_id: id } = await client.automations.create({ name: 'Accessible', flow })
    const { run_id } = await client.automations.run({ id })
    await settledRun({ client, id }, run_id)
    const page = await dashboard.open(account, `/automations/${id}?step=send&run=${run_id}`)
    await page.locator('[data-step=send]').getByRole('img', { name: 'Succeeded' }).waitFor()
    await assertAccessible(page, 'the canvas')
    await page.goto(`${dashboard.baseUrl}/automations/${id}?view=outline&panel=test&run=${run_id}`)
    await page.getByRole('heading', { name: 'Run', exact: true }).waitFor()
    await assertAccessible(page, 'the outline with a run')
    await page.goto(`${dashboard.baseUrl}/automations`)
    await page.getByRole('img', { name: '1 Succeeded' }).first().waitFor()
    await assertAccessible(page, 'the list')
    await page.close()
  })
})
