// Tests of the templates: each becomes an automation that does in the sandbox what it says.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { refusalOf, runOf, settledRun } from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { openSmtpEmulator } from '#testing/emulators/smtp.ts'
import { templates } from './index.ts'

const receiver = await openReceiver(() => ({ body: '{}' }))
after(() => receiver[Symbol.asyncDispose]())
const smtp = await openSmtpEmulator()
after(() => smtp[Symbol.asyncDispose]())
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(receiver.url).host], mail: smtp.options },
})
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier

const hourMs = 3_600_000

/** Creates an automation from the template and runs it with the sample, except for these fields. */
async function run(
  { client }: TestAccount,
  template: string,
  { values = {}, input = {} }: { values?: object; input?: object },
) {
  const { automation_id: id } = await client.automations.createFromTemplate({ template, values: { ...values } })
  const { sample } = await client.automations.get({ id })
  const { run_id } = await client.automations.run({ id, input: { ...(sample as object), ...input } })
  const flow = { client, id }
  const started = await settledRun(flow, run_id)
  return { started, read: () => runOf(flow, run_id) }
}

/** The body that the service received from a run that has succeeded. */
async function posted(template: string, fields: { values?: object; input?: object } = {}, given?: TestAccount) {
  const path = `/${template}/${receiver.requests.length}`
  const owner = given ?? (await parley.createAccount())
  const values = { ...fields.values, url: `${receiver.url}${path}` }
  const { started } = await run(owner, template, { ...fields, values })
  assert.equal(started.status, 'SUCCEEDED', JSON.stringify(started.steps))
  const requests = receiver.requests.filter((request) => request.path === path)
  assert.equal(requests.length, 1)
  return JSON.parse(requests[0]!.body.toString())
}

describe('the template', () => {
  const tested = new Set<string>()
  const test = (id: string, check: () => Promise<void>) => {
    tested.add(id)
    it(`${id}: ${templates.get(id)!.description}`, check)
  }

  test('missed-call-message', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const variables = { 1: '{{trigger.input_variables.name}}' }
    const values = { sender_id: sender.senderId, template_id: sender.templateId, variables }
    const { started } = await run(sender, 'missed-call-message', { values, input: { customer_phone: phone } })
    await parley.runUntilIdle()
    assert.equal(started.outcome, 'messaged')
    assert.match(parley.textsReceivedBy(phone)[0]!, /^Ann, your order/)
    const answered = { customer_phone: phone, status: 'completed' }
    await run(sender, 'missed-call-message', { values, input: answered })
    assert.equal(parley.textsReceivedBy(phone).length, 1)
  })

  test('booked-reminder', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    const values = {
      sender_id: sender.senderId,
      template_id: sender.templateId,
      variables: { 1: 'Ann' },
      variable: 'appointment_at',
      hours_before: 24,
    }
    const appointment = new Date(parley.app.context.now().getTime() + 72 * hourMs).toISOString()
    const input = { customer_phone: phone, extracted_variables: { appointment_at: appointment } }
    const { started, read } = await run(sender, 'booked-reminder', { values, input })
    assert.equal(started.status, 'PAUSED')
    await parley.advanceClock(47 * hourMs)
    assert.deepEqual(parley.textsReceivedBy(phone), [])
    await parley.advanceClock(2 * hourMs)
    assert.equal((await read()).outcome, 'reminded')
    assert.equal(parley.textsReceivedBy(phone).length, 1)
  })

  test('evaluation-to-crm', async () => {
    const { result, phone } = await posted('evaluation-to-crm')
    assert.deepEqual([result, phone], [{ interested: true }, '+14155550123'])
  })

  test('call-summary-email', async () => {
    parley.model.use('Ann moves her appointment to Tuesday.')
    const owner = await parley.createAccount()
    const values = { recipients: 'office@example.com, ann@example.com' }
    const { started } = await run(owner, 'call-summary-email', { values })
    assert.deepEqual([started.status, started.outcome], ['SUCCEEDED', 'summarized'], JSON.stringify(started.steps))
    assert.deepEqual(
      smtp.mails.map(({ recipients, subject, text }) => [recipients[0], subject, text.trim()]),
      ['office@example.com', 'ann@example.com'].map((one) => [
        one,
        'Call with +14155550123',
        'Ann moves her appointment to Tuesday.',
      ]),
    )
  })

  test('opt-out', async () => {
    assert.deepEqual(await posted('opt-out'), { phone: '+14155550123', opted_out: 'everything' })
  })

  test('voicemail-follow-up', async () => {
    const assistant = await parley.createCallingAssistant()
    const phone = '+13055550701'
    const values = {
      from: assistant.phoneNumberId,
      body: 'Sorry that we missed you, {{trigger.input_variables.name}}.',
      hours_later: 2,
    }
    const { started } = await run(assistant, 'voicemail-follow-up', { values, input: { customer_phone: phone } })
    assert.equal(started.status, 'PAUSED')
    await parley.advanceClock(3 * hourMs)
    assert.deepEqual(parley.textsReceivedBy(phone), ['Sorry that we missed you, Ann.'])
  })

  test('webhook-lead-call', async () => {
    const assistant = await parley.createCallingAssistant()
    const phone = '+13055550702'
    control.behaveOnCalls(phone, { pickUp: 'busy' })
    const { started } = await run(assistant, 'webhook-lead-call', {
      values: { assistant_id: assistant.id },
      input: { phone },
    })
    await parley.runUntilIdle()
    const { call_id } = started.response as { call_id: number }
    assert.equal((await assistant.client.calls.get({ id: call_id })).status, 'busy')
  })

  test('inbound-call-alert', async () => {
    assert.deepEqual(await posted('inbound-call-alert'), { call_id: 1, phone: '+14155550123' })
  })

  test('unreached-to-campaign', async () => {
    const owner = await parley.createAccount()
    const { id } = (await owner.client.campaigns.create({ name: 'Second attempt' })).data
    const { started } = await run(owner, 'unreached-to-campaign', { values: { campaign_id: id } })
    assert.equal(started.status, 'SUCCEEDED')
    const { data } = await owner.client.leads.list({ campaign_id: id })
    assert.deepEqual(
      data.map(({ phone_number }) => phone_number),
      ['+14155550123'],
    )
  })

  test('urgent-message-alert', async () => {
    const label = (value: string) => ({
      pieces: [{ tool: 'choose_label', arguments: { label: value } }],
      finish: 'tool-calls' as const,
    })
    parley.model.use(label('urgent'))
    assert.match((await posted('urgent-message-alert')).text, /^Urgent, from \+14155550123: The water/)
  })

  test('conversation-summary', async () => {
    parley.model.use('The order arrives tomorrow.')
    assert.deepEqual(await posted('conversation-summary'), { text: 'The order arrives tomorrow.' })
  })

  test('failed-document-alert', async () => {
    const { text } = await posted('failed-document-alert')
    assert.equal(text, 'The document Prices failed: The file is encrypted.')
  })

  test('campaign-report', async () => {
    const { name, counts } = await posted('campaign-report')
    assert.deepEqual([name, counts], ['Spring', { leads: 10 }])
  })

  test('scheduled-campaign', async () => {
    const assistant = await parley.createCallingAssistant()
    const { client } = assistant
    const { id } = (await client.campaigns.create({ name: 'Daily', assistant_id: assistant.id })).data
    control.behaveOnCalls('+13055550703', { pickUp: 'busy' })
    await client.leads.create({ campaign_id: id, phone_number: '+13055550703' })
    const values = { campaign_id: id, cron: '0 9 * * *' }
    const { started } = await run(assistant, 'scheduled-campaign', { values })
    assert.deepEqual([started.status, (await client.campaigns.get({ id })).status], ['SUCCEEDED', 'in-progress'])
  })

  it('is tested here, whichever it is', () => {
    assert.deepEqual([...templates.keys()].sort(), [...tested].sort())
  })
})

describe('creating an automation from a template', () => {
  it('lists what has to be filled in, and says what is missing', async () => {
    const { client } = await parley.createAccount()
    const { data } = await client.automations.listTemplates()
    const listed = data.find(({ id }) => id === 'missed-call-message')!
    assert.deepEqual([listed.trigger, listed.values['required']], ['call_ended', ['sender_id', 'template_id']])
    const create = (template: string) => client.automations.createFromTemplate({ template, values: {} })
    assert.deepEqual(await refusalOf(create('x')), [422, 'template_not_found'])
    assert.deepEqual(await refusalOf(create('missed-call-message')), [
      422,
      'The sender id field is required. (and 1 more error)',
    ])
    const values = { url: receiver.url, connection: 'CRM' }
    const unknown = client.automations.createFromTemplate({ template: 'opt-out', values })
    assert.deepEqual(await refusalOf(unknown), [422, 'needs_connection'])
  })

  it('lists the parts of flows', async () => {
    const { client } = await parley.createAccount()
    const { triggers, steps, functions } = await client.automations.stepTypes()
    assert.deepEqual([triggers.length, steps.length], [9, 20])
    assert.ok(functions.length > 30)
    for (const { type, description } of [...triggers, ...steps]) assert.match(description, /\.$/, type)
  })
})
