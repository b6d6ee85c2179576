// Creates the demo sender at the sandbox carrier, with one template of each status.
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

/** The sandbox carrier always has this number. */
export const demoNumber = '+14155238886'

const greeting = 'Hello {{1}}, your order {{2}} is ready. Reply to this message if you have a question.'

// The sandbox decides its review by the end of the template's name.
const samples = {
  approved: { name: 'order_ready', category: 'utility' },
  pending: { name: 'spring_offer_pending', category: 'marketing' },
  rejected: { name: 'old_promise_rejected', category: 'marketing' },
} as const

/** The sandbox starts with this template, so that it can be sent immediately. */
export const readyTemplate = {
  name: samples.approved.name,
  category: 'UTILITY',
  body: greeting,
  variables: { 1: 'customer_name', 2: 'order_number' },
}

type Kind = keyof typeof samples

/** Creates whatever is missing. The carrier reviews the templates a little later. */
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

const reviewTimeoutMs = 10_000

/** Waits until the sandbox has reviewed the templates. */
export async function awaitReviews(ctx: AccountContext, { senderId }: DemoSender): Promise<void> {
  const deadline = performance.now() + reviewTimeoutMs
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
