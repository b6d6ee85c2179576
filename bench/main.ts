// Runs a benchmark: `npm run bench`.

import { benchAutomations } from './automations/automations.ts'
import { benchRealtime } from './calls/realtime.ts'
import { benchSpokenCalls } from './calls/spoken-calls.ts'
import { benchVirtualCalls } from './calls/virtual-calls.ts'
import { benchVoice } from './calls/voice.ts'
import { benchCampaigns } from './campaigns/campaigns.ts'
import { benchDashboard } from './dashboard/dashboard.ts'
import { benchEvents } from './events/events.ts'
import { benchHearing } from './hearing/hearing.ts'
import { benchInbox } from './inbox.ts'
import { benchKnowledge } from './knowledge/knowledge.ts'
import { benchLedger } from './ledger.ts'
import { benchMessages } from './messages/messages.ts'
import { benchRequests } from './requests/requests.ts'
import { type Options, readOptions, usage } from './shared/options.ts'
import { Stopped } from './shared/progress.ts'
import { benchSoak } from './soak/soak.ts'
import { benchStart } from './start.ts'

const benches = {
  http: benchRequests,
  start: benchStart,
  messages: benchMessages,
  voice: benchVoice,
  realtime: benchRealtime,
  'virtual-calls': benchVirtualCalls,
  'spoken-calls': benchSpokenCalls,
  hearing: benchHearing,
  knowledge: benchKnowledge,
  campaigns: benchCampaigns,
  automations: benchAutomations,
  ledger: benchLedger,
  inbox: benchInbox,
  events: benchEvents,
  dashboard: benchDashboard,
  soak: benchSoak,
}

let options: Options | undefined
try {
  options = readOptions(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
  process.exitCode = 2
}
if (options) {
  try {
    await benches[options.bench](options)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 130
  }
}
