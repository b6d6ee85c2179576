// Tests of the events that calls and conversations emit for the event stream.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { LiveEvent } from '#contract/events/live-events.ts'
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openStream } from '#testing/features/event-streams.ts'

const parley = await startTestApp({
  carrier: {},
  jobsRunning: true,
  script: 'We are open from nine to five.',
  config: { speech: { default: 'scripted' } },
})
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier
const baseUrl = parley.config.settings.publicUrl

/** The events up to the first one of this type. */
async function takeUntil(stream: Awaited<ReturnType<typeof openStream>>, last: LiveEvent['event']) {
  const events: LiveEvent[] = []
  do events.push(...(await stream.take(1)))
  while (events.at(-1)!.event !== last)
  return events
}

describe('the event stream', () => {
  it('tells other members what has been created, changed, restored and deleted', async () => {
    const account = await parley.createAccount()
    const { client, token } = account
    await using stream = await openStream({ baseUrl, token, input: {} })
    const { id } = await parley.createAssistant({ name: 'Ada' }, account)
    await client.assistants.update({ id, name: 'Grace' })
    await client.assistants.restoreVersion({ id, version: 1 })
    await client.assistants.deactivate({ id })
    await client.assistants.delete({ id })
    const { id: campaignId } = (await client.campaigns.create({ name: 'Spring' })).data
    await client.campaigns.update({ id: campaignId, name: 'Summer' })
    await client.campaigns.delete({ id: campaignId })
    const flow = { trigger: { type: 'webhook' }, steps: [{ name: 'end', type: 'set', input: {} }] }
    const { automation_id: automationId } = await client.automations.create({ name: 'Flow', flow })
    await client.automations.update({ id: automationId, enabled: false })
    await client.automations.delete({ id: automationId })
    const { id: knowledgebaseId } = (await client.knowledge.create({ name: 'Help' })).data
    await client.knowledge.update({ id: knowledgebaseId, name: 'Handbook' })
    // What does not exist has not changed.
    await assert.rejects(client.knowledge.update({ id: 2_000_000_000, name: 'Handbook' }), { status: 404 })
    await client.knowledge.delete({ id: knowledgebaseId })
    const events = (await takeUntil(stream, 'knowledgebase.changed')).concat(await stream.take(2))
    const changes = events.map(({ event, data }) => `${event.replace('.changed', '')} ${Object.values(data).join(' ')}`)
    assert.deepEqual(changes, [
      ...['created', 'updated', 'updated', 'updated', 'deleted'].map((change) => `assistant ${id} ${change}`),
      ...['created', 'updated', 'deleted'].map((change) => `campaign ${campaignId} ${change}`),
      ...['created', 'updated', 'deleted'].map((change) => `automation ${automationId} ${change}`),
      ...['created', 'updated', 'deleted'].map((change) => `knowledgebase ${knowledgebaseId} ${change}`),
    ])
  })

  it('shows a call live, with its words as they are spoken', async () => {
    const assistant = await parley.createCallingAssistant({ assistant: { initial_message: 'Hello.' } })
    const phone = '+12025556001'
    const question = 'When do you open?'
    control.behaveOnCalls(phone, { ringMs: 0, steps: [{ say: question, audio: encodeScriptedSpeech(question, 600) }] })
    await using stream = await openStream({ baseUrl, token: assistant.token, input: { types: 'call.*' } })
    const { call_id: callId } = await assistant.client.calls.make({ assistant_id: assistant.id, phone_number: phone })
    const { sid } = await control.waitForCall(({ to }) => to === phone)
    const events: LiveEvent[] = []
    /** The transcript as a client builds it. */
    let transcript: { speaker: string; text: string }[] = []
    const takeOne = async (): Promise<LiveEvent> => {
      const [event] = await stream.take(1)
      events.push(event!)
      if (event!.event === 'call.transcript') {
        const { position, entries } = event!.data
        transcript = [...transcript.slice(0, position), ...entries]
      }
      return event!
    }
    while (!transcript.some(({ speaker, text }) => speaker === 'assistant' && text.includes('nine to five')))
      await takeOne()
    control.hangUp(sid)
    while ((await takeOne()).event !== 'call.evaluated');
    const data = { call_id: callId, assistant_id: assistant.id }
    for (const event of events) assert.deepEqual({ ...event.data, ...data }, event.data)
    const names = events.map(({ event }) => event)
    assert.deepEqual(
      [...new Set(names)],
      ['call.status', 'call.started', 'call.transcript', 'call.ended', 'call.evaluated'],
    )
    assert.equal(names.indexOf('call.ended') - names.lastIndexOf('call.transcript'), 1)
    const call = await assistant.client.calls.get({ id: callId })
    assert.deepEqual(
      transcript.map(({ speaker, text }) => [speaker === 'customer' ? 'human' : 'bot', text]),
      call.transcript.map(({ sender, text }) => [sender, text]),
    )
    await assistant.client.calls.delete({ id: callId })
    const kept: string[] = []
    for await (const event of assistant.client.events.stream({ last_event_id: 0, call_id: callId, follow: false }))
      kept.push(event.event)
    assert.ok(kept.includes('call.deleted') && !kept.includes('call.transcript'))
  })

  it('shows a conversation from its beginning to a takeover', async () => {
    const assistant = await parley.createAssistant()
    const { conversations } = assistant.client
    await using stream = await openStream({ baseUrl, token: assistant.token, input: { types: 'conversation.*' } })
    const { conversation_id: uuid } = await conversations.create({ assistant_id: assistant.uuid, type: 'widget' })
    const [started] = await stream.take(1)
    const input = { conversation_id: uuid, last_event_id: started!.id }
    await using ofConversation = await openStream({ baseUrl, token: assistant.token, input })
    await conversations.sendMessage({ uuid, message: 'When do you open?' })
    await conversations.disableAi({ uuid })
    const events = [started!, ...(await takeUntil(stream, 'conversation.owner'))]
    assert.deepEqual(
      events.map(({ event, data }) => [event, 'author' in data ? data.author : undefined]),
      [
        ['conversation.started', undefined],
        ['conversation.message', 'customer'],
        ['conversation.message', 'assistant'],
        ['conversation.owner', undefined],
      ],
    )
    for (const { data } of events) assert.equal((data as { conversation_uuid: string }).conversation_uuid, uuid)
    assert.deepEqual(await ofConversation.take(3), events.slice(1))
  })
})
