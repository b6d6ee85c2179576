// Creates the demo sender at the sandbox carrier, with one template of each status.
import {
  createSender,
  noWebhooks,
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

/** The sandbox carrier always has this number, for messages and for calls. */
export const demoNumber = '+14155238886'

/** Calls to this number are answered by the demo assistant that asks questions. */
/** The name of the SIP telephone of the demo account. Programs on this machine may use it without its password. */
export const demoTelephone = 'demo'
export const inboundDemoNumber = '+14155550100'

/** Calls to this number are answered by the demo assistant that people talk to. */
export const receptionDemoNumber = '+14155550101'

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
  const found = (await selectSenders(ctx.db, ctx.account.id)).find(({ phoneNumber }) => phoneNumber === demoNumber)
  const displayName = 'Harbour Street Bakery'
  const sender =
    found ?? (await createSender(ctx, { phoneNumber: demoNumber, displayName, assistantId, ...noWebhooks }))
  const known = await selectTemplates(ctx.db, ctx.account.id, sender.id)
  const idOf = async (kind: Kind): Promise<number> => {
    const { name, category } = samples[kind]
    const template = known.find((candidate) => candidate.name === name)
    if (template) return template.id
    const variables = ['customer_name', 'order_number']
    return (await submitTemplate(ctx, sender.id, { name, category, language: 'en', bodyText: greeting, variables })).id
  }
  const templates = {
    approved: await idOf('approved'),
    pending: await idOf('pending'),
    rejected: await idOf('rejected'),
  }
  return { senderId: sender.id, templates }
}

/** Waits until the sandbox has reviewed the templates. */
export async function awaitReviews(ctx: AccountContext, { senderId }: DemoSender): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!ctx.stopping.aborted) {
    await sync(ctx)
    const templates = await selectTemplates(ctx.db, ctx.account.id, senderId)
    const statusOf = (kind: Kind) => templates.find(({ name }) => name === samples[kind].name)?.status
    if (statusOf('approved') === 'approved' && statusOf('rejected') === 'rejected') return
    if (performance.now() > deadline) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
