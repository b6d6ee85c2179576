// Creates the account of the voice benchmark, with an assistant that answers a phone number.
import { documentedAccount, noDelays, openSandboxCarrier } from '@parley/carrier-sandbox'
import { openApp } from '#server/app.ts'
import { createAssistant } from '#server/features/assistants/index.ts'
import { importPhoneNumber } from '#server/features/phone-numbers/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createBenchAccount } from '../requests/turns.ts'
import { configWithCarrier } from '../shared/carrier-config.ts'
import type { BenchWorkspace } from '../shared/processes.ts'

export const interruptSensitivity = 0.5
export const endpointSensitivity = 0.5
const number = '+14155550100'

/** Returns the number. `env` configures the models of an assistant that is not in pipeline mode. */
export async function prepareNumber(
  workspace: BenchWorkspace,
  { mode = 'pipeline', env = {} }: { mode?: 'pipeline' | 'multimodal'; env?: Record<string, string> } = {},
): Promise<string> {
  const log = createLog({ level: 'warn', pretty: false })
  await using carrier = await openSandboxCarrier({ ...documentedAccount, log, settings: { delaysMs: noDelays } })
  carrier.control.addNumber({ phoneNumber: number })
  const config = configWithCarrier(workspace, carrier, env)
  await using app = await openApp(config, { log })
  await app.http.ready()
  const { account } = await createBenchAccount(app.context)
  const ctx = asAccount(app.context, account)
  const { id: phoneNumberId } = await importPhoneNumber(ctx, { phoneNumber: number, nickname: null, type: 'both' })
  await createAssistant(ctx, {
    name: 'Ada',
    mode,
    type: 'inbound',
    phoneNumberId,
    initialMessage: 'Hello, this is Ada. How may I help you?',
    systemPrompt: 'You are the receptionist of a bakery. It opens at seven. Answer in one sentence.',
    interruptSensitivity,
    endpointSensitivity,
    endpointType: 'vad',
    fillers: false,
    record: false,
    // It has worker threads of its own, and would remove the sounds of scripted speech.
    enableNoiseCancellation: false,
  })
  return number
}
