// Fills the demonstration account with what the pictures show: names, conversations, calls, a campaign, an automation and tests.
import type { startTestDemo } from '#testing/app/test-demo.ts'
import { until } from '#testing/app/until.ts'

type TestDemo = Awaited<ReturnType<typeof startTestDemo>>

export const speakingPhone = '+12025550101'

const customers = [
  ['+12025550177', 'Grace Miller', 'What is your bestseller?'],
  ['+12025550178', 'Daniel Ortiz', 'How much is the delivery?'],
  ['+12025550179', 'Mei Tanaka', 'When do you open in the morning?'],
] as const

/** Sends a request to the sandbox carrier. */
export async function postToSandbox({ sandboxPage }: TestDemo, path: string, body: object): Promise<void> {
  const response = await fetch(sandboxPage + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}

const dayMs = 24 * 3_600_000

/** Turns the clock to the next Tuesday at 16:00 UTC, when people in America may be called. */
export async function turnClock(parley: TestDemo): Promise<void> {
  const next = new Date()
  next.setUTCHours(16, 0, 0, 0)
  while (next.getUTCDay() !== 2 || next.getTime() < Date.now()) next.setTime(next.getTime() + dayMs)
  await postToSandbox(parley, '/clock', { forward_ms: next.getTime() - Date.now() })
}

const phonePath = (phone: string, what: string): string => `/phones/${encodeURIComponent(phone)}/${what}`

export async function nameAssistants({ client, demo }: TestDemo): Promise<void> {
  const names = ['Ada, order desk', 'Ben, survey', 'Ada, front desk']
  const assistants = (await client.assistants.listAll()).toSorted((a, b) => a.id - b.id)
  for (const [index, { id }] of assistants.entries()) await client.assistants.update({ id, name: names[index]! })
  await client.campaigns.delete({ id: demo.campaignId })
}

export async function writeMessages(parley: TestDemo): Promise<void> {
  for (const [phone, name, body] of customers)
    await postToSandbox(parley, phonePath(phone, 'messages'), {
      to: `whatsapp:${parley.demo.phoneNumber}`,
      channel: 'whatsapp',
      profile_name: name,
      body,
    })
  const { client } = parley
  await until(async () => (await client.conversations.list({})).data.length >= customers.length)
  for (const [name, color] of [
    ['Order', '#0f766e'],
    ['Question', '#7c3aed'],
  ] as const)
    await client.conversationLabels.create({ name, color })
}

/** Calls of different ends. */
export async function makeCalls(parley: TestDemo): Promise<void> {
  const { client, demo } = parley
  for (const phone of ['+12025550103', '+12025550111', '+12025550106'])
    await client.calls.make({ assistant_id: demo.assistantId, phone_number: phone })
  await untilCallsEnd(parley)
}

export async function untilCallsEnd({ client }: TestDemo): Promise<void> {
  await until(async () => (await client.calls.list({})).data.every((call) => call.ended_reason !== null))
}

/** What a phone of the campaign does, and how often. */
const phones = [
  [
    7,
    {
      steps: [
        { say: 'Yes, hello?', after_ms: 100 },
        { hang_up: true, after_ms: 500 },
      ],
    },
  ],
  [5, { pick_up: 'busy' }],
  [1, { pick_up: 'reject' }],
  [3, { pick_up: 'not-in-service' }],
] as const

const people = [
  ...[
    'Olivia Brown',
    'Liam Carter',
    'Emma Davis',
    'Noah Evans',
    'Ava Fischer',
    'Lucas Green',
    'Mia Hughes',
    'Leo Ivanov',
  ],
  ...['Zoe Jones', 'Max Keller', 'Ella Lopez', 'Finn Moore', 'Ivy Novak', 'Sam Olsen', 'Lena Park', 'Tom Quinn'],
]

/** Returns its id when half of its people have been called. */
export async function runCampaign(parley: TestDemo): Promise<number> {
  const { client, demo } = parley
  const { data: campaign } = await client.campaigns.create({
    name: 'Spring offer',
    assistant_id: demo.assistantId,
    purpose: 'the new spring menu of the bakery',
    max_calls_in_parallel: 5,
    max_retries: 1,
    use_lead_timezone: false,
  })
  const behaviours = phones.flatMap(([count, behaviour]) => Array.from({ length: count }, () => behaviour))
  for (const [index, name] of people.entries()) {
    const phone = `+1202555${4100 + index}`
    await postToSandbox(parley, phonePath(phone, 'call-behaviour'), behaviours[(index * 7) % behaviours.length]!)
    await client.leads.create({ campaign_id: campaign.id, phone_number: phone, variables: { customer_name: name } })
  }
  await client.campaigns.updateStatus({ campaign_id: campaign.id, action: 'start' })
  await until(async () => {
    const { total = 0, created = 0, processing = 0 } = (await client.campaigns.get({ id: campaign.id })).leads
    return total - created - processing >= people.length / 2
  })
  return campaign.id
}

/** Returns its id. */
export async function createAutomation({ client, demo }: TestDemo): Promise<string> {
  const { automation_id: id } = await client.automations.createFromTemplate({
    template: 'booked-reminder',
    name: 'Reminder before an appointment',
    values: {
      sender_id: demo.sender!.senderId,
      template_id: demo.sender!.templates.approved,
      variable: 'appointment_at',
      hours_before: 24,
    },
  })
  return id
}

/** Makes a test of a call, adds examples, and runs all. Returns the test of the call and its run. */
export async function runTests({ client, demo }: TestDemo, callId: number) {
  const { assistantId } = demo
  const { data: test } = await client.assistantTests.createFromCall({ id: callId })
  for (const { name, script } of (await client.assistantTests.listExamples({ assistantId })).data.slice(0, 4))
    await client.assistantTests.create({ assistantId, name, script } as Parameters<
      typeof client.assistantTests.create
    >[0])
  await client.assistantTests.runAll({ assistantId })
  await until(async () => {
    const { data } = await client.assistantTests.list({ assistantId })
    return data.every(({ latest_run: run }) => run?.finished_at != null)
  })
  const { data: runs } = await client.assistantTests.listRuns({ assistantId, testId: test.id })
  return { testId: test.id, runId: runs[0]!.id }
}
