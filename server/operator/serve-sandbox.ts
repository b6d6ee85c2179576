// Runs the sandbox carrier as a process of its own.
import { documentedAccount, openSandboxCarrier, type SandboxCarrier } from '../carriers/sandbox/index.ts'
import { createLog } from '../platform/observability/log.ts'

export interface SandboxToServe {
  port: number
  /** A folder that keeps the state across restarts. */
  state?: string
  inboundUrl?: string
  /** Default: the account in the documentation. */
  accountSid?: string
  authToken?: string
}

export interface SandboxFacts {
  baseUrl: string
  page: string
  accountSid: string
  authToken: string
  sender: string
  /** An approved template. */
  templateSid: string
}

/** Runs until SIGINT or SIGTERM. */
export async function serveSandbox(options: SandboxToServe, onStart: (facts: SandboxFacts) => void): Promise<void> {
  const { port, state, inboundUrl, ...account } = options
  await using carrier = await openSandboxCarrier({
    ...documentedAccount,
    ...account,
    port,
    state,
    log: createLog({ level: 'warn', pretty: process.stderr.isTTY === true }),
    settings: { inboundUrl },
  })
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  onStart({
    baseUrl: carrier.baseUrl,
    page: `${carrier.baseUrl}/sandbox`,
    accountSid: carrier.accountSid,
    authToken: carrier.authToken,
    sender: '+14155238886',
    templateSid: sampleTemplate(carrier),
  })
  await stopped
}

const sampleName = 'order_update'

function sampleTemplate({ control }: SandboxCarrier): string {
  const sample = control.findTemplate(sampleName)
  if (sample) return sample.sid
  control.addTemplate({
    name: 'welcome_back_rejected',
    body: 'Hello {{1}}, we miss you at our shop, come and see what is new',
    variables: { 1: 'Ann' },
    category: 'MARKETING',
    status: 'rejected',
    rejectionReason: 'A sample of a rejected template',
  })
  return control.addTemplate({
    name: sampleName,
    variables: { 1: 'Ann', 2: 'A-1001' },
    types: {
      'twilio/quick-reply': {
        body: 'Hello {{1}}, your order {{2}} is on its way. Shall we tell you when it is there?',
        actions: [
          { title: 'Yes, please', id: 'tell_me' },
          { title: 'No, thanks', id: 'be_quiet' },
        ],
      },
    },
  }).sid
}
