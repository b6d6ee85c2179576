// Tests of recording that a person does not want to be called again.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { asAccount } from '#server/platform/context/context.ts'
import { inTransaction, subscriptionsOf } from '#server/platform/jobs/subscriptions.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { recordOptOut } from './prepare-session.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

it('each scope is announced once, and a wider one replaces the other', async () => {
  const assistant = await parley.createCallingAssistant()
  const phone = '+12025550141'
  parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
  const { callId } = await parley.placeCall(assistant, phone)
  const ref = { accountId: assistant.account.id, callId }
  const announced: unknown[] = []
  const record = async (_tx: unknown, payload: unknown) => void announced.push(payload)
  const ctx = {
    ...asAccount(parley.app.context, assistant.account),
    subscriptions: subscriptionsOf([inTransaction('call.opted-out', record)]),
  }
  const optedOut = async () => (await assistant.client.calls.get({ id: callId })).opted_out
  assert.equal(await optedOut(), null)
  await Promise.all([recordOptOut(ctx, ref, 'topic'), recordOptOut(ctx, ref, 'topic')])
  assert.equal(await optedOut(), 'topic')
  await recordOptOut(ctx, ref, 'everything')
  await recordOptOut(ctx, ref, 'topic')
  await recordOptOut(ctx, ref, 'everything')
  assert.equal(await optedOut(), 'everything')
  assert.deepEqual(announced, [
    { ...ref, scope: 'topic' },
    { ...ref, scope: 'everything' },
  ])
  const { timeline } = await assistant.client.calls.explain({ id: callId })
  assert.deepEqual(
    timeline.filter(({ type }) => type === 'opted_out').map(({ text }) => text),
    [
      'The person does not want to be called again about the topic of the call.',
      'The person does not want to be called again.',
    ],
  )
})
