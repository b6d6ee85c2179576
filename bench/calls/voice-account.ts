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

interface NumberOptions {
  mode?: 'pipeline' | 'multimodal'
  /** The models of an assistant that is not in pipeline mode. */
  env?: Record<string, string>
  /** It has worker threads of its own, and would remove the sounds of scripted speech. */
  enableNoiseCancellation?: boolean
}

export async function prepareNumber(
  workspace: BenchWorkspace,
  { mode = 'pipeline', env = {}, enableNoiseCancellation = false }: NumberOptions = {},
) {
  const log = createLog({ level: 'warn', pretty: false })
  await using carrier = await openSandboxCarrier({ ...documentedAccount, log, settings: { delaysMs: noDelays } })
  carrier.control.addNumber({ phoneNumber: number })
  const config = configWithCarrier(workspace, carrier, env)
  await using app = await openApp(config, { log })
  await app.http.ready()
  const { account, token, assistantUuid } = await createBenchAccount(app.context)
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
    enableNoiseCancellation,
  })
  return { number, token, assistantUuid }
}
