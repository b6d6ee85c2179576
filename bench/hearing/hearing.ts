// How the engine hears people: recordings of a human speaker in calls in virtual time. `npm run bench -- hearing`.
import { loadSpeechVerifier, loadVoiceActivity, openMoonshine } from '@parley/speech'
import { describeMachine, tableOf } from '../shared/report.ts'
import { benchAnswerers } from './answerers.ts'
import { corpusPackages, hasCorpus } from './corpus.ts'
import { benchDetection } from './detection.ts'
import { benchIntonation } from './intonation.ts'
import { benchNoises } from './noises.ts'
import { benchOverlaps } from './overlaps.ts'
import { benchWaits } from './waits.ts'
import { benchWords } from './words.ts'

export async function benchHearing(): Promise<void> {
  if (!hasCorpus()) {
    process.stdout.write(
      `The recordings are missing. To measure hearing, install these Debian packages: ${corpusPackages.join(', ')}.\n`,
    )
    return
  }
  await using moonshine = openMoonshine()
  const voiceActivity = await loadVoiceActivity()
  const speechVerifier = await loadSpeechVerifier()
  const ears = { moonshine, voiceActivity, speechVerifier }
  process.stdout.write(`${describeMachine()}\n\n`)
  const detection = await benchDetection(ears)
  process.stdout.write(`${tableOf(['what counts as speech', 'result', 'goal at most'], detection)}\n`)
  const noises = await benchNoises(ears)
  process.stdout.write(`${tableOf(['what noises do', 'result', 'goal at most'], noises)}\n`)
  const words = await benchWords(ears)
  process.stdout.write(`${tableOf(['what the recognizer understands', 'result', 'goal at most'], words)}\n`)
  const waits = [...(await benchWaits(ears)), ...(await benchIntonation())]
  process.stdout.write(`${tableOf(['how long the customer waits', 'result', 'goal at most'], waits)}\n`)
  const overlaps = await benchOverlaps(ears)
  process.stdout.write(`${tableOf(['how both sides take turns', 'result', 'goal'], overlaps)}\n`)
  const answerers = await benchAnswerers(ears)
  process.stdout.write(`${tableOf(['who answers an outbound call', 'result', 'goal'], answerers)}\n`)
}
