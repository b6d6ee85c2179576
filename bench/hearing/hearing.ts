// How the engine hears people: recordings of a human speaker in calls in virtual time. `npm run bench -- hearing`.
import { loadVoiceActivity, openMoonshine } from '@parley/speech'
import { describeMachine, tableOf } from '../shared/report.ts'
import { benchAnswerers } from './answerers.ts'
import { corpusPackage, hasCorpus } from './corpus.ts'

export async function benchHearing(): Promise<void> {
  if (!hasCorpus()) {
    process.stdout.write(
      `The recordings are missing. Install the Debian package ${corpusPackage} to measure hearing.\n`,
    )
    return
  }
  await using moonshine = openMoonshine()
  const voiceActivity = await loadVoiceActivity()
  const rows = await benchAnswerers({ moonshine, voiceActivity })
  process.stdout.write(`${describeMachine()}\n\n${tableOf(['who answers an outbound call', 'result', 'goal'], rows)}\n`)
}
