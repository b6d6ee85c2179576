// Tests of the editor of automations: building a flow by clicks, conditions, names, errors and the canvas.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../app/until.ts'
import { flowOf, post, step } from '../automations/flows.ts'
import { openTarget } from '../automations/target.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { countClicks } from './clicks.ts'
import { startDashboard } from './dashboard.ts'

const mostClicks = 12
const order = { customer: { name: 'Ann', phone: '+447700900123' }, amount: 150, tier: 'gold' }

const keys = ['Enter', 'Tab', 'ArrowDown']

/** Types texts and presses keys. */
const typed = async (page: Page, ...parts: string[]) => {
  for (const part of parts) await (keys.includes(part) ? page.keyboard.press(part) : page.keyboard.type(part))
}

/** Chooses in the menu that is open, without the mouse. */
async function search(page: Page, text: string, found: string | RegExp) {
  await page.getByRole('dialog').locator('input:focus').waitFor()
  await typed(page, text)
  await page.getByRole('menuitem', { name: found }).and(page.locator('[data-focused]')).waitFor()
  await typed(page, 'Enter')
}

const isFocused = (page: Page, role: 'button' | 'textbox' | 'combobox', name: string | RegExp) =>
  until(() => page.getByRole(role, { name }).and(page.locator(':focus')).isVisible())

/** The texts on the canvas, its buttons and its steps that cover each other. */
const overlapping = `(() => {
  const parts = [...document.querySelectorAll('.react-flow [data-branch], .react-flow__edgelabel-renderer button, .react-flow [data-step]')]
  const boxes = parts.map((part) => [part.textContent || part.ariaLabel, part.getBoundingClientRect()])
  return boxes.flatMap(([one, a], at) =>
    boxes.slice(at + 1).filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => one + ' / ' + other))
})()`

describe('the editor of automations', { skip: chromiumMissing, timeout: 400_000 }, async () => {
  if (chromiumMissing) return
  const target = await openTarget()
  after(() => target[Symbol.asyncDispose]())
  const dashboard = await startDashboard({ config: { allowPrivate: target.allowPrivate } })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard
  const account = await parley.createCallingAssistant()
  const { client } = account
  const create = async (steps: object[], name = 'Test') =>
    (await client.automations.create({ name, flow: flowOf(steps) })).automation_id

  it('has a step that sends an email, and says that the installation has no mail server', async () => {
    const id = await create([step('label', 'set')])
    const page = await dashboard.open(account, `/automations/${id}`)
    await page.getByRole('button', { name: 'Add a step after the trigger' }).click()
    await search(page, 'email', /^Send an email/)
    await isFocused(page, 'textbox', 'Recipients')
    await page.getByText('This installation has no mail server, so this step fails.').waitFor()
    await typed(page, 'ann@example.com', 'Enter', 'bob@')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Hello')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good morning')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter an email address for “Recipients”.').first().waitFor()
    await page.getByRole('textbox', { name: 'Recipients' }).fill('ann@example.com\nbob@example.com')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Version 2').waitFor()
    await page.getByRole('radio', { name: 'Test run' }).click()
    await page.getByText('This installation has no mail server, so this step fails.').waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText('No mail server is configured.').first().waitFor()
    const { flow } = await client.automations.get({ id })
    assert.deepEqual(flow?.steps[0], {
      name: 'send_email',
      type: 'send_email',
      input: { to: ['ann@example.com', 'bob@example.com'], subject: 'Hello', text: 'Good morning' },
    })
    await page.close()
  })

  it(`builds a flow of webhook, condition, request and SMS with at most ${mostClicks} clicks`, async () => {
    const page = await dashboard.open(account, '/automations')
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: 'New automation' }).click()
    await isFocused(page, 'textbox', 'Name')
    await typed(page, 'Orders')
    await page.getByRole('menuitem', { name: 'Webhook request' }).click()
    await page.getByRole('status').getByText('Waiting for a request').waitFor()
    await assertAccessible(page, 'waiting for a request')
    const url = (await page.getByRole('region', { name: 'Address for requests' }).textContent())!.trim()
    await post(parley, url, order, { 'x-shop': 'berlin', authorization: 'Bearer hidden' })
    const request = page.getByRole('region', { name: 'Example request', exact: true })
    await request.getByText('"gold"').waitFor()
    await request.getByText('"berlin"').waitFor()
    assert.ok(!(await request.textContent())!.includes('hidden'))
    await assertAccessible(page, 'a request')

    await page.getByRole('button', { name: 'Add a step after the trigger' }).click()
    await search(page, 'condi', /^Condition/)
    await isFocused(page, 'button', 'Value 1: Choose a value')
    await typed(page, 'Enter')
    await search(page, 'amount', 'Amount trigger.amount')
    await page.getByRole('button', { name: 'Value 1: Amount' }).waitFor()
    await page.getByRole('button', { name: 'Comparison 1' }).click()
    await page.getByRole('option', { name: 'is greater than' }).click()
    await page.getByRole('textbox', { name: 'Compare value 1 with' }).click()
    await typed(page, '100')
    await page.getByRole('button', { name: 'Add a step to “Yes” of “Condition”' }).click()
    await page.getByRole('menuitem', { name: 'HTTP request' }).click()
    await isFocused(page, 'textbox', 'URL')
    await typed(page, `${target.url}/order`)
    const { host } = new URL(target.url)
    await page.getByRole('button', { name: `Add a step after “Request data from ${host.split(':')[0]}”` }).click()
    await page.getByRole('menuitem', { name: 'Send SMS' }).click()
    await isFocused(page, 'combobox', 'From')
    await until(async () => {
      await typed(page, 'ArrowDown')
      return page.getByRole('option').first().isVisible()
    })
    await typed(page, 'Enter', 'Tab', 'Tab', '{{trigger.customer.phone}}')
    await typed(page, 'Tab', 'Tab', 'Thank you, {{trigger.customer.name}}!')
    await page.getByRole('button', { name: 'Save and switch on' }).click()
    await page.getByText('Version 2').waitFor()
    await page.getByRole('switch', { name: 'On' }).waitFor()
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    const used = await clicks()
    assert.ok(used >= 8 && used <= mostClicks, `${used} clicks`)

    await post(parley, url, { ...order, amount: 50 })
    await post(parley, url, order)
    await until(() => parley.textsReceivedBy(order.customer.phone).length > 0)
    assert.deepEqual(parley.textsReceivedBy(order.customer.phone), ['Thank you, Ann!'])
    assert.equal(target.requestsTo('/order').length, 1)
    await page.close()
  })

  it('opens conditions as values and words, and others as expressions', async () => {
    const id = await create([
      step('check', 'condition', { if: 'trigger.tier == "gold" && trigger.amount > 100' }),
      step('other', 'condition', { if: 'trigger.amount * 2 > 100' }),
    ])
    await client.automations.update({ id, sample: order })
    const page = await dashboard.open(account, `/automations/${id}?step=check`)
    await page.getByRole('button', { name: 'Value 1: Tier' }).waitFor()
    await page.getByRole('button', { name: 'all of these are true' }).click()
    await page.getByRole('option', { name: 'at least one of these is true' }).click()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByRole('button', { name: 'Value 3: Choose a value' }).click()
    await page.getByRole('menuitem', { name: 'Customer › Name' }).click()
    await page.getByRole('button', { name: 'Comparison 3' }).click()
    await page.getByRole('option', { name: 'is not empty' }).click()
    await assertAccessible(page, 'a condition')
    await page.locator('[data-step=check]').getByText('Tier is gold, and 2 more').waitFor()
    await page.getByRole('button', { name: 'Edit as expression' }).click()
    const expression = page.getByRole('textbox', { name: 'Condition', exact: true })
    assert.equal(
      await expression.inputValue(),
      'trigger.tier == "gold" || trigger.amount > 100 || !(default(trigger.customer.name, "") in ["", [], {}])',
    )
    await expression.fill('trigger.tier != "gold"')
    await page.getByRole('button', { name: 'Edit as a list' }).click()
    await page.getByRole('button', { name: 'is not Comparison 1' }).waitFor()
    await page.locator('[data-step=other]').click()
    await page.getByText('This expression has parts that the list cannot show.').waitFor()
    assert.equal(await expression.inputValue(), 'trigger.amount * 2 > 100')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Version 2').waitFor()
    const { steps } = (await client.automations.get({ id })).flow
    assert.deepEqual(
      steps.map(({ input }) => input?.['if']),
      ['trigger.tier != "gold"', 'trigger.amount * 2 > 100'],
    )
    await page.close()
  })

  it('names the step and the field of an error, and forgets errors when the change is undone', async () => {
    const id = await create([step('delay', 'delay', { seconds: 7_200 })])
    const page = await dashboard.open(account, `/automations/${id}?step=delay`)
    const wait = page.getByRole('textbox', { name: 'Wait for (optional)' })
    assert.equal(await wait.inputValue(), '2')
    await wait.fill('500000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const alert = page.getByRole('alert')
    await alert.getByRole('button', { name: 'Wait 500,000 hours › Wait for' }).waitFor()
    assert.ok(!(await alert.textContent())!.includes('steps.0'))
    await page.locator('[data-step=delay]').getByRole('img', { name: 'has a problem' }).waitFor()
    await page.getByRole('button', { name: 'Add a step after the trigger' }).click()
    await search(page, 'http', 'HTTP request')
    await page.locator('[data-step=http_request]').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await alert.getByRole('button', { name: 'HTTP request › URL' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByText('Unsaved changes').waitFor()
    assert.equal(await page.getByRole('img', { name: 'has a problem' }).count(), 0)
    assert.equal(await alert.count(), 0)
    await page.close()
  })

  it('shows all steps and labels of a flow apart from each other, also after a step was added', async () => {
    const inner = (name: string) =>
      step(name, 'condition', { if: 'trigger.a == 1', then: [step(`${name}_sms`, 'set')], else: [] })
    const id = await create([
      step('outer', 'condition', {
        if: 'true',
        then: [inner('one'), step('each', 'loop', { items: [], steps: [] })],
        else: [inner('two')],
      }),
    ])
    const page = await dashboard.open(account, `/automations/${id}`)
    await page.setViewportSize({ width: 2_000, height: 1_600 })
    await page.locator('[data-step=two]').waitFor()
    await page.getByRole('button', { name: 'Show the whole flow' }).click()
    await until(async () => (await page.locator('[data-branch]').count()) === 7)
    assert.deepEqual(await page.evaluate(overlapping), [])
    const buttons = await page
      .getByRole('button', { name: 'Add a step' })
      .evaluateAll((all) => all.map((each) => each.ariaLabel))
    assert.ok(buttons.length >= 12)
    assert.equal(new Set(buttons).size, buttons.length)
    await assertAccessible(page, 'a canvas with branches')

    const small = await create([step('set', 'set', { outcome: 'a' })])
    await page.goto(`${dashboard.baseUrl}/automations/${small}`)
    for (const title of [
      'Set the outcome “a”',
      'Wait 1 hour',
      'Wait 1 hour (2)',
      'Wait 1 hour (3)',
      'Wait 1 hour (4)',
    ]) {
      await page.getByRole('button', { name: `Add a step after “${title}”` }).click()
      await search(page, 'wait', /^Wait/)
      await page.getByRole('heading', { name: 'Wait', level: 2 }).waitFor()
    }
    const canvas = (await page.locator('.react-flow').boundingBox())!
    const last = (await page.locator('[data-step=delay_5]').boundingBox())!
    assert.ok(last.y >= canvas.y && last.y + last.height <= canvas.y + canvas.height)
    await page.close()
  })

  it('has plain words for every step, in German', async () => {
    const { steps: types } = await client.automations.stepTypes()
    const inputs: Record<string, object> = {
      condition: { if: 'true' },
      loop: { items: [], steps: [] },
      http_request: { method: 'GET', url: target.url },
    }
    const id = await create([step('x', 'set')])
    const page = await dashboard.open(account, `/automations/${id}?view=json`, { locale: 'de-DE' })
    await page.getByText('Ein', { exact: true }).click()
    await page.getByRole('switch', { name: 'Aus', exact: true }).waitFor()
    const flow = flowOf(types.map(({ type }, at) => step(`s${at}`, type, inputs[type])))
    await page.getByRole('textbox').first().fill(JSON.stringify(flow))
    await page.getByRole('button', { name: 'Übernehmen' }).click()
    await page.getByRole('radio', { name: 'Gliederung' }).click()
    const side = page.getByRole('region', { name: 'Schritt', exact: true })
    for (const row of await page.locator('nav button[aria-pressed]').all()) {
      await row.click()
      assert.doesNotMatch((await side.textContent())!, /[a-z]_[a-z]|\bnull\b|`|undefined/)
    }
    await page.close()
  })
})
