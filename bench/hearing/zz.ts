import { loadSpeechVerifier, loadVoiceActivity, openMoonshine } from '@parley/speech'
import { tableOf } from '../shared/report.ts'
import { benchWaits } from './waits.ts'

await using moonshine = openMoonshine()
const ears = { moonshine, voiceActivity: await loadVoiceActivity(), speechVerifier: await loadSpeechVerifier() }
console.log(tableOf(['waits', 'result', 'goal'], await benchWaits(ears)))
