// Tests of placing calls in a transaction, and of canceling those that were not dialed.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { cancelUndialed, type PreparedCall, placeCall, prepareCall } from '../index.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier
const { context } = parley.app

it('calls that the carrier does not have yet are canceled, and the others continue', async () => {
  const assistant = await parley.createCallingAssistant()
  const second = await parley.createCallingAssistant({ owner: assistant })
  const { client } = assistant
  const ctx = asAccount(context, assistant.account)
  const dialedPhone = '+12025550121'
  control.behaveOnCalls(dialedPhone, { pickUp: 'manual' })
  const { callId: dialed } = await parley.placeCall(assistant, dialedPhone)
  const prepared: PreparedCall = await prepareCall(ctx, {
    assistantId: assistant.id,
    phoneNumberId: second.phoneNumberId,
  })
  const order = { phoneNumber: '+12025550122', variables: { city: 'Graz' }, uuid: ctx.newId() }
  const { id: waiting } = await transaction(ctx, (tx) => placeCall(tx, prepared, order))
  assert.equal((await transaction(ctx, (tx) => placeCall(tx, prepared, order))).id, waiting)
  const ids = [dialed, waiting, waiting + 1_000]
  assert.deepEqual(await transaction(ctx, (tx) => cancelUndialed(tx, ids)), [waiting])
  assert.deepEqual(await transaction(ctx, (tx) => cancelUndialed(tx, ids)), [])
  await parley.runUntilIdle()
  const canceled = await client.calls.get({ id: waiting })
  assert.deepEqual([canceled.status, canceled.ended_reason, canceled.total_cost], ['failed', 'canceled', 0])
  assert.deepEqual([canceled.assistant_phone_number, canceled.variables], [second.number, { city: 'Graz' }])
  assert.equal((await client.calls.get({ id: dialed })).ended_reason, null)
  const account = context.settings.carrierAccount
  const pair = { from: second.number, to: order.phoneNumber, since: new Date(0) }
  assert.deepEqual(await context.carriers.of(account).calls.listCalls(account, pair), [])
})
