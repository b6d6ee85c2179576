// Calls over SIP: `npm run bench -- sip`.

import type { CallInput } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { createClient } from '#sdk/index.ts'
import { defineBench } from '../shared/bench.ts'
import { startChild } from '../shared/child.ts'
import { progress } from '../shared/progress.ts'
import { print } from '../shared/report.ts'
import { pinToCore } from '../shared/usage.ts'
import { openWorkspace, type Workspace } from '../shared/workspace.ts'
import type { SipDriverOrder } from './sip-driver.ts'
import { benchTransport } from './sip-transport.ts'
import { prepareNumber } from './voice-account.ts'
import {
  driverCore,
  type Measured,
  measureParley,
  measureServer,
  printCalls,
  type Rounds,
  type Row,
  startVoiceServer,
  timingOfParley,
} from './voice-rounds.ts'

/** The customer hears the answer after the buffer of the own telephone, and WebSockets have none. */
const rows: readonly Row[] = [
  { name: 'turn decided to first audio heard', sampleOf: ({ samples }) => samples.decidedToMedia },
  { name: 'interruption decided to quieter audio heard', sampleOf: ({ samples }) => samples.decidedToClear },
]
const env = { DEFAULT_SPEECH: 'scripted' }

export const bench = defineBench({
  about: 'calls over SIP: set-ups and audio as ratios to bare UDP sockets, and calls with assistants beside WebSockets',
  parameters: {
    setUps: 2_000,
    atOnce: 20,
    streams: 100,
    calls: [100, 250],
    seconds: 20,
    warmUpCalls: 20,
    settleSeconds: 4,
  },
  short: { setUps: 4, atOnce: 2, streams: 2, calls: [1], seconds: 6, warmUpCalls: 0, settleSeconds: 0.2 },
  async run(given) {
    const isPinned = !given.short && pinToCore(process.pid, driverCore)
    await using workspace = await openWorkspace(given)
    print(await benchTransport({ ...given, seconds: given.short ? 0.3 : 10 }))
    progress('preparing')
    const { token, number, assistantId } = await prepareNumber(workspace, { env })
    const overWebSockets = await measureOverWebSockets(workspace, number, given)
    await using driver = startChild('calls/sip-driver.ts')
    const rounds = { driver, ...given }
    const bare = await measureBare(rounds)
    const ours = await measureOverSip(workspace, { token, assistantId }, rounds)
    printCalls(rounds, { isPinned, rows }, ours, [bare, overWebSockets])
  },
})

async function measureOverWebSockets(
  workspace: Workspace,
  number: string,
  given: Omit<Rounds, 'driver'>,
): Promise<Measured[]> {
  await using driver = startChild('calls/voice-driver.ts')
  const measured = await measureParley({ workspace, number, env }, { driver, ...given })
  return measured.map((one) => ({ ...one, name: 'WebSockets' }))
}

/** A telephone that answers everything with constant audio. */
async function measureBare(rounds: Rounds): Promise<Measured[]> {
  await using child = startChild('calls/bare-telephone.ts')
  const { uri, pid } = await child.ask<{ uri: string; pid: number }>('listen')
  return await measureServer({ name: 'bare SIP', pid, target: { uri } }, rounds)
}

async function measureOverSip(
  workspace: Workspace,
  { token, assistantId }: { token: string; assistantId: number },
  rounds: Rounds,
): Promise<Measured[]> {
  const phoneNumber = '+14155550999'
  await using parley = await startVoiceServer(workspace, env)
  const order: SipDriverOrder = { kind: 'provide', phoneNumber }
  const trunk = await rounds.driver.ask<CallInput<typeof contract.sipTrunks.create>>(order)
  const client = createClient({ baseUrl: parley.baseUrl, apiKey: token })
  const { data } = await client.sipTrunks.create(trunk)
  await client.assistants.update({ id: assistantId, phone_number_id: data.id })
  return await measureServer(
    { name: 'Parley', pid: parley.pid, target: { phoneNumber, timing: timingOfParley() } },
    rounds,
  )
}
