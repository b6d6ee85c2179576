// Creates accounts with an assistant that has a phone number.
import { documentedAccount, noDelays, openSandboxCarrier } from '@parley/carrier-sandbox'
import { createAssistant } from '#server/features/assistants/index.ts'
import { importPhoneNumber } from '#server/features/phone-numbers/index.ts'
import { type AppContext, asAccount } from '#server/platform/context/context.ts'
import { carrierEnvironment, createBenchAccount, log, openPreparation, type Workspace } from '../shared/workspace.ts'

export const interruptSensitivity = 0.5
export const endpointSensitivity = 0.5

type AssistantOptions = Partial<Parameters<typeof createAssistant>[1]>

export interface Caller {
  token: string
  accountId: number
  assistantId: number
  /** Identifies another assistant, which has no phone number. */
  assistantUuid: string
  number: string
}

/** The carrier must have the number. */
export async function createCaller(context: AppContext, number: string, options: AssistantOptions): Promise<Caller> {
  const { account, token, assistantUuid } = await createBenchAccount(context)
  const ctx = asAccount(context, account)
  const { id: phoneNumberId } = await importPhoneNumber(ctx, { phoneNumber: number, nickname: null, type: 'both' })
  const { id: assistantId } = await createAssistant(ctx, {
    name: 'Ada',
    initialMessage: 'Hello, this is Ada. How may I help you?',
    systemPrompt: 'You are the receptionist of a bakery. It opens at seven. Answer in one sentence.',
    phoneNumberId,
    ...options,
  })
  return { token, accountId: account.id, assistantId, assistantUuid, number }
}

interface NumberOptions {
  /** The models of an assistant that is not in pipeline mode. */
  env?: Record<string, string>
  assistant?: AssistantOptions
}

/** Creates an assistant that answers calls. */
export async function prepareNumber(workspace: Workspace, { env, assistant }: NumberOptions = {}): Promise<Caller> {
  const [caller] = await prepareNumbers(workspace, [assistant ?? {}], env)
  return caller!
}

/** Creates assistants that answer calls, each with an account and a number of its own. */
export async function prepareNumbers(
  workspace: Workspace,
  assistants: readonly AssistantOptions[],
  env: Record<string, string> = {},
): Promise<Caller[]> {
  await using carrier = await openSandboxCarrier({ ...documentedAccount, log, settings: { delaysMs: noDelays } })
  await using app = await openPreparation(workspace, { ...carrierEnvironment(carrier.baseUrl), ...env })
  const callers: Caller[] = []
  for (const [index, assistant] of assistants.entries()) {
    const number = `+1415555${String(100 + index).padStart(4, '0')}`
    carrier.control.addNumber({ phoneNumber: number })
    callers.push(
      await createCaller(app.context, number, {
        type: 'inbound',
        interruptSensitivity,
        endpointSensitivity,
        endpointType: 'vad',
        fillers: false,
        record: false,
        // It has worker threads of its own, and would remove the sounds of scripted speech.
        enableNoiseCancellation: false,
        ...assistant,
      }),
    )
  }
  return callers
}
