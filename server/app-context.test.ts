// Tests of the application context: a database that cannot be used, and the realtime model of an installation without keys.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openConversation } from '#testing/suites/realtime-model/conversation.ts'
import { createAppContext } from './app-context.ts'

it('the error for a database that cannot be used has a reason and no password', async () => {
  await using parley = await startTestApp()
  const log = createLog({ level: 'silent', pretty: false })
  const messageFor = async (databaseUrl: string): Promise<string> => {
    const opening = createAppContext({ ...parley.config, databaseUrl }, { log })
    return await opening.then(
      () => assert.fail('The database was accepted.'),
      ({ message }: Error) => message,
    )
  }
  const cases: [string, RegExp][] = [
    ['postgresql://ada:canary@localhost:1/parley', /^the database cannot be used\. The server localhost:1 refuses/],
    ['postgresql://ada:canary@nobody.invalid/parley', /nobody\.invalid:5432 has a name that cannot be resolved\./],
    [parley.connectionString.replace(/parley_test_\w+/, 'canary'), /has no database with the name in DATABASE_URL\./],
  ]
  for (const [url, reason] of cases) {
    const message = await messageFor(url)
    assert.match(message, reason)
    assert.doesNotMatch(message, /canary/)
  }
})

it('the realtime model answers without any key', async () => {
  await using parley = await startTestApp({ config: { speech: { default: 'scripted' } } })
  const { realtimeModel, realtimeVendors } = parley.app.context
  assert.deepEqual(realtimeVendors, [])
  assert.equal(realtimeModel.vendorFor('openai'), 'offline')
  const options = {
    vendor: 'openai',
    model: 'gpt-realtime-2.1',
    output: 'audio',
    voice: 'marin',
    gender: 'female',
    speed: 1,
    instructions: 'You answer the phone.',
    language: 'en',
    temperature: 0.1,
    tools: [],
    facts: { opening_time: '7:00' },
    detectsTurns: false,
  } as const
  using call = openConversation({ adapter: realtimeModel, settings: options })
  call.session.add([{ role: 'user', text: 'When do you open?' }])
  call.session.respond(1, { mayCallTools: false })
  await call.answered(1)
  assert.match(call.textOf(1), /The opening time is 7:00\./)
  assert.ok(call.audioMs(1) > 500)
})
