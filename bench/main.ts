// Runs a benchmark: `npm run bench`.
import { benchKnowledge } from './knowledge.ts'
import { benchMessages } from './messages.ts'
import { type Options, readOptions, usage } from './options.ts'
import { Stopped } from './progress.ts'
import { benchRealtime } from './realtime.ts'
import { benchRequests } from './requests.ts'
import { benchSpokenCalls } from './spoken-calls.ts'
import { benchStart } from './start.ts'
import { benchVirtualCalls } from './virtual-calls.ts'
import { benchVoice } from './voice.ts'

const benches = {
  http: benchRequests,
  start: benchStart,
  messages: benchMessages,
  voice: benchVoice,
  realtime: benchRealtime,
  'virtual-calls': benchVirtualCalls,
  'spoken-calls': benchSpokenCalls,
  knowledge: benchKnowledge,
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
