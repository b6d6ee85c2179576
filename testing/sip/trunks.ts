// Connects assistants with a SIP provider of their own, for tests.
import type { CallInput } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { until } from '../app/until.ts'
import type { NewParty, startPhoneCalls } from '../calls/phone-calls.ts'
import { openProvider, type ProviderOptions } from './provider.ts'

let lastNumber = 3_000

export interface NewTrunk extends ProviderOptions {
  party?: NewParty
  fields?: Partial<CallInput<typeof contract.sipTrunks.create>>
}

type Phones = Pick<Awaited<ReturnType<typeof startPhoneCalls>>, 'createParty'>

/** The number of the assistant is that of the trunk, which is registered when this resolves. */
export async function openTrunk({ createParty }: Phones, { party = {}, fields = {}, ...options }: NewTrunk = {}) {
  const provider = await openProvider(options)
  const number = `+1415557${++lastNumber}`
  const made = await createParty(party)
  const { data } = await made.client.sipTrunks.create({ ...provider.trunk(number), ...fields })
  await made.client.assistants.update({ id: made.id, phone_number_id: data.id })
  const read = async () => (await made.client.sipTrunks.get({ id: data.id })).data
  await until(async () => ['registered', 'reachable'].includes((await read()).state.status))
  return {
    ...made,
    provider,
    number,
    trunkId: data.id,
    read,
    /** Calls a person over the trunk. */
    async call(to = '+12025550199'): Promise<number> {
      return (await made.client.calls.make({ assistant_id: made.id, phone_number: to })).call_id
    },
    /** Resolves when the assistant has begun to speak in the latest call. */
    spoken: () => until(async () => ((await made.client.calls.list({})).data[0]?.transcript.length ?? 0) > 0),
    callAnswered: (id: number) => until(async () => (await made.client.calls.get({ id })).status === 'in-progress'),
    /** The sentences of the timeline. What the session notes is among them when the call has ended. */
    happened: async (id: number) => (await made.client.calls.explain({ id })).timeline.map(({ text }) => text),
    /** Resolves with the call when it has ended. */
    async callEnded(id: number) {
      await until(
        async () => !['initiated', 'ringing', 'in-progress'].includes((await made.client.calls.get({ id })).status),
      )
      return made.client.calls.get({ id })
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}
