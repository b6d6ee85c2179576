// Creates the account of the voice benchmark, with an assistant that answers a phone number.
import { documentedAccount, noDelays, openSandboxCarrier } from '@parley/carrier-sandbox'
import { createAssistant } from '#server/features/assistants/index.ts'
import { importPhoneNumber } from '#server/features/phone-numbers/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { carrierEnvironment, createBenchAccount, log, openPreparation, type Workspace } from '../shared/workspace.ts'

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
  workspace: Workspace,
  { mode = 'pipeline', env = {}, enableNoiseCancellation = false }: NumberOptions = {},
) {
  await using carrier = await openSandboxCarrier({ ...documentedAccount, log, settings: { delaysMs: noDelays } })
  carrier.control.addNumber({ phoneNumber: number })
  await using app = await openPreparation(workspace, { ...carrierEnvironment(carrier.baseUrl), ...env })
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
