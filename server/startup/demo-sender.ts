// The demonstration's sender and its templates, one of each kind, at the sandbox carrier.
import {
  createSender,
  noWebhooks,
  type Sender,
  selectSenders,
  selectTemplates,
  submitTemplate,
  sync,
} from '../features/senders/index.ts'
import type { AccountContext } from '../platform/context/context.ts'

export interface DemoSender {
  senderId: number
  templates: { approved: number; pending: number; rejected: number }
}

/** The sandbox carrier registers this number from its start. */
export const demoNumber = '+14155238886'

const greeting = 'Hello {{1}}, your order {{2}} is ready. Reply to this message if you have a question.'

// The sandbox's review goes by the end of a template's name.
const samples = {
  approved: { name: 'order_ready', category: 'utility' },
  pending: { name: 'spring_offer_pending', category: 'marketing' },
  rejected: { name: 'old_promise_rejected', category: 'marketing' },
} as const

/** What the sandbox has from its start, so that it can be sent as soon as Parley is ready. */
export const readyTemplate = {
  name: samples.approved.name,
  category: 'UTILITY',
  body: greeting,
  variables: { 1: 'customer_name', 2: 'order_number' },
}

type Kind = keyof typeof samples

/** Makes what is missing; the carrier's verdicts may come a little later. */
export async function openDemoSender(ctx: AccountContext, assistantId: number): Promise<DemoSender> {
  const sender = (await findDemoSender(ctx)) ?? (await makeSender(ctx, assistantId))
  const known = await selectTemplates(ctx.db, ctx.account.id, sender.id)
  const idOf = async (kind: Kind): Promise<number> => {
    const { name, category } = samples[kind]
    const found = known.find((template) => template.name === name)
    if (found) return found.id
    const submission = {
      name,
      category,
      language: 'en',
      bodyText: greeting,
      variables: ['customer_name', 'order_number'],
    }
    return (await submitTemplate(ctx, sender.id, submission)).id
  }
  const templates = {
    approved: await idOf('approved'),
    pending: await idOf('pending'),
    rejected: await idOf('rejected'),
  }
  return { senderId: sender.id, templates }
}

const verdictPatienceMs = 10_000

/** Waits for the sandbox's verdicts, so that what is called approved can be sent. */
export async function awaitVerdicts(ctx: AccountContext, { senderId }: DemoSender): Promise<void> {
  const deadline = performance.now() + verdictPatienceMs
  for (;;) {
    await sync(ctx)
    const templates = await selectTemplates(ctx.db, ctx.account.id, senderId)
    const statusOf = (kind: Kind) => templates.find(({ name }) => name === samples[kind].name)?.status
    if (statusOf('approved') === 'approved' && statusOf('rejected') === 'rejected') return
    if (performance.now() > deadline) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function findDemoSender(ctx: AccountContext): Promise<Sender | undefined> {
  return (await selectSenders(ctx.db, ctx.account.id)).find(({ phoneNumber }) => phoneNumber === demoNumber)
}

function makeSender(ctx: AccountContext, assistantId: number): Promise<Sender> {
  return createSender(ctx, {
    phoneNumber: demoNumber,
    displayName: 'Harbour Street Bakery',
    assistantId,
    ...noWebhooks,
  })
}
