// The assistants of the demo account: one that calls and chats, and two that answer calls.
import { createAssistant, findAssistantByName, setStatus, updateAssistant } from '../features/assistants/index.ts'
import { defaultLanguage, defaultVoice, listVoices } from '../features/catalogues/index.ts'
import { importPhoneNumber, selectPhoneNumbers } from '../features/phone-numbers/index.ts'
import type { AccountContext } from '../platform/context/context.ts'
import { demoNumber, inboundDemoNumber, receptionDemoNumber } from '../startup/demo-sender.ts'

type NewAssistant = Parameters<typeof createAssistant>[1]

const endCall = { type: 'end_call', data: {} } as const
const postCallSchema: NewAssistant['postCallSchema'] = [
  { name: 'customer_name', type: 'string', description: 'The name of the customer, if they gave it' },
  { name: 'topic', type: 'string', description: 'What the customer asked for first' },
]

const receptionist: NewAssistant = {
  name: 'Ada of the demonstration',
  initialMessage: 'Hello {{customer_name}}, this is Ada. How can I help you?',
  widgetFilesEnabled: true,
  systemPrompt: [
    'You are Ada, the friendly receptionist of the Harbour Street Bakery.',
    'The bakery opens at {{opening_time}} and closes at {{closing_time}}, and its bestseller is {{bestseller}}.',
    'It delivers for {{delivery_price}}.',
    'Answer in one or two short sentences. When you do not know something, say so.',
    'When the customer says goodbye on the phone, say goodbye and end the call.',
  ].join(' '),
  variables: {
    customer_name: 'there',
    opening_time: '7 o’clock',
    closing_time: '6 o’clock',
    bestseller: 'the cinnamon bun',
    delivery_price: 'three euros',
  },
  visitorVariables: ['customer_name'],
  widgetVoiceEnabled: true,
  tools: [endCall],
  record: true,
  postCallSchema,
}

const frontDesk: NewAssistant = {
  ...receptionist,
  name: 'Ada of the demonstration, for inbound calls',
  type: 'inbound',
  initialMessage: 'Harbour Street Bakery, this is Ada. How can I help you?',
}

const firstQuestion = 'What is your opening time?'

const interviewer: NewAssistant = {
  name: 'Ben of the demonstration',
  type: 'inbound',
  waitForCustomer: true,
  initialMessage: `Hello, this is Ben from the city guide. ${firstQuestion}`,
  systemPrompt: [
    'You are Ben, who takes the calls of the city guide. Local businesses call to be listed in it.',
    `Ask one question at a time: "${firstQuestion}" "What is your best seller?" "What is your closing time?"`,
    'Keep every answer to one short sentence. After the last answer, say goodbye and end the call.',
  ].join('\n'),
  tools: [endCall],
  record: true,
  postCallSchema,
}

export interface DemoAssistants {
  /** Calls and chats. */
  receptionist: { id: number; uuid: string }
  /** Answers calls to `inboundDemoNumber`. */
  interviewer: { id: number; uuid: string }
  /** Answers calls to `receptionDemoNumber`. */
  frontDesk: { id: number; uuid: string }
}

/** Creates whatever is missing. With `withNumbers`, the assistants get phone numbers of the sandbox carrier. */
export async function openDemoAssistants(
  ctx: AccountContext,
  { withNumbers, knowledgebaseId }: { withNumbers: boolean; knowledgebaseId: number },
): Promise<DemoAssistants> {
  const assistants = {
    receptionist: await openAssistant(ctx, { ...receptionist, knowledgebaseId }),
    interviewer: await openAssistant(ctx, { ...interviewer, voiceId: await maleVoice(ctx) }),
    frontDesk: await openAssistant(ctx, { ...frontDesk, knowledgebaseId }),
  }
  if (withNumbers) {
    await openNumber(ctx, demoNumber, 'outbound', assistants.receptionist.id)
    await openNumber(ctx, inboundDemoNumber, 'inbound', assistants.interviewer.id)
    await openNumber(ctx, receptionDemoNumber, 'inbound', assistants.frontDesk.id)
  }
  return assistants
}

async function openAssistant(ctx: AccountContext, patch: NewAssistant): Promise<{ id: number; uuid: string }> {
  const existing = await findAssistantByName(ctx.db, ctx.account.id, patch.name!)
  if (existing) return existing
  const { id } = await createAssistant(ctx, patch)
  return setStatus(ctx, id, 'active')
}

/** The two assistants sound different. */
async function maleVoice(ctx: AccountContext): Promise<number | undefined> {
  const languageId = defaultLanguage().id
  const synthesizerProviderId = defaultVoice({ mode: 'pipeline', languageId })?.synthesizerProviderId ?? undefined
  return (await listVoices(ctx, { mode: 'pipeline', languageId, synthesizerProviderId, gender: 'male' }))[0]?.id
}

/** The assistant gets the number when it is imported, so that a later change of the assistant is kept. */
async function openNumber(
  ctx: AccountContext,
  phoneNumber: string,
  type: 'inbound' | 'outbound',
  assistantId: number,
): Promise<void> {
  if ((await selectPhoneNumbers(ctx.db, ctx.account.id)).some((candidate) => candidate.phoneNumber === phoneNumber))
    return
  const { id } = await importPhoneNumber(ctx, { phoneNumber, nickname: 'Demonstration', type })
  await updateAssistant(ctx, assistantId, { phoneNumberId: id })
}
