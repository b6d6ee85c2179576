// Tests of templates of assistants: each becomes an assistant whose tests pass without a vendor.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type templateIds, templateLanguages } from '#contract/assistants/assistant-templates.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { refusalOf } from '#testing/automations/flows.ts'
import { templates } from './templates/index.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

const business_name = 'Harbour Street Bakery'
const business_info = 'We open at 7 o’clock and close at 6. A cinnamon bun costs 3 euros.'

describe('a template', () => {
  for (const language of templateLanguages)
    for (const id of Object.keys(templates) as (typeof templateIds)[number][])
      it(`${id} in ${language} becomes a complete assistant whose tests pass`, async () => {
        const { client } = await parley.createAccount()
        const { data: listed } = await client.assistantTemplates.list({ language })
        const template = listed.find((each) => each.id === id)!
        const { data: created } = await client.assistantTemplates.create({
          template: id,
          language,
          business_name,
          business_info,
        })
        const { data: assistant } = await client.assistants.get({ id: created.id })
        assert.equal(assistant.language, { en: 'English', de: 'German', fr: 'French' }[language])
        assert.equal(assistant.type, template.type)
        assert.deepEqual(assistant.post_call_schema, template.post_call_schema)
        assert.deepEqual(Object.keys(assistant.variables ?? {}), Object.keys(template.variables))
        assert.ok(Object.values(assistant.variables ?? {}).every((value) => value === ''))
        assert.ok(assistant.initial_message!.includes(business_name))
        assert.ok(assistant.system_prompt!.includes(business_info))
        for (const text of [assistant.initial_message, assistant.system_prompt, assistant.voice_mail_message])
          assert.doesNotMatch(text ?? '', /\{business\}/)

        const { data: runs } = await client.assistantTests.runAll({ assistantId: assistant.id })
        assert.equal(runs.length, template.tests.length)
        await parley.runJobs()
        const { data: tests } = await client.assistantTests.list({ assistantId: assistant.id })
        for (const { name, latest_run: run } of tests) assert.equal(run?.status, 'passed', `${name}: ${run?.message}`)
      })
})

describe('creating an assistant from a template', () => {
  it('happens once, however often the request is sent', async () => {
    const { client } = await parley.createAccount()
    const create = () =>
      client.assistantTemplates.create(
        { template: 'receptionist', business_name },
        { idempotencyKey: 'first-receptionist' },
      )
    const replies = [await create(), await create()]
    assert.equal(replies[0]!.data.id, replies[1]!.data.id)
    assert.equal((await client.assistants.listAll()).length, 1)
    const { data } = await client.assistantTests.list({ assistantId: replies[0]!.data.id })
    assert.equal(data.length, 3)
  })

  it('needs the name of the business, and keeps its dollar signs and the braces of its information', async () => {
    const { client } = await parley.createAccount()
    const refused = client.assistantTemplates.create({ template: 'support', business_name: ' ' })
    assert.deepEqual(await refusalOf(refused), [422, 'The business name field is required.'])
    for (const name of ['{business}', 'A\n# Goal', '{{customer_phone}}']) {
      const unclear = client.assistantTemplates.create({ template: 'support', business_name: name })
      assert.deepEqual(await refusalOf(unclear), [422, 'The business name must be on one line and have no braces.'])
    }
    assert.deepEqual(await client.assistants.listAll(), [])
    const { data } = await client.assistantTemplates.create({
      template: 'support',
      business_name: `$& ${'x'.repeat(57)}`,
      business_info: 'Say {business} or {{customer_name}}.',
      name: 'Help',
    })
    const { data: assistant } = await client.assistants.get({ id: data.id })
    assert.equal(assistant.name, 'Help')
    assert.match(assistant.initial_message!, /^\$& x{57}, customer support/)
    assert.match(
      assistant.system_prompt!,
      /# What you know about \$& x{57}\nSay \{business\} or \{ \{customer_name\}\}\./,
    )
  })
})
