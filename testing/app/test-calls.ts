// Creates assistants that can call, and takes the part of the media connection that a session would open.
import type { SandboxCarrier } from '@parley/carrier-sandbox'
import type { CallInput } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import type { AccountFactories, NewTestAccount, TestAccount } from './test-accounts.ts'

interface Base extends AccountFactories {
  carrier: SandboxCarrier
  runJobs(): Promise<void>
}

interface NewCallingAssistant {
  account?: NewTestAccount
  owner?: TestAccount
  assistant?: Partial<CallInput<typeof contract.assistants.create>>
}

export type CallingAssistant = Awaited<ReturnType<ReturnType<typeof callFactories>['createCallingAssistant']>>

export function callFactories({ carrier, createAccount, createAssistant, runJobs }: Base) {
  let numbers = 0

  /** Creates an account with a phone number of the carrier and an active assistant that uses it. */
  async function createCallingAssistant({ account, owner, assistant = {} }: NewCallingAssistant = {}) {
    const given = owner ?? (await createAccount(account))
    const number = `+1415556${String(++numbers).padStart(4, '0')}`
    carrier.control.addNumber({ phoneNumber: number })
    const { id: phoneNumberId } = (await given.client.phoneNumbers.create({ phone_number: number })).data
    // Suppression would remove the sounds of scripted speech.
    const settings = { phone_number_id: phoneNumberId, enable_noise_cancellation: false, ...assistant }
    const created = await createAssistant(settings, given)
    return { ...created, number, phoneNumberId }
  }

  /** Places a call and dials it; returns its id, and its SID at the carrier. */
  async function placeCall({ client, id, number }: CallingAssistant, to: string, extra: { variables?: object } = {}) {
    const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: to, ...(extra as object) })
    await runJobs()
    const call = await carrier.control.waitForCall((one) => one.from === number && one.to === to)
    return { callId, sid: call.sid }
  }

  /** Returns the token that the carrier would present on its media connection. */
  function mediaTokenOf(sid: string): string {
    const { instructions } = carrier.control.findCall(sid)!
    const twiml = instructions && 'twiml' in instructions ? instructions.twiml : ''
    return / value="([^"]+)"/.exec(twiml)![1]!
  }

  return { createCallingAssistant, placeCall, mediaTokenOf }
}
