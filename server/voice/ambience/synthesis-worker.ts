// The worker thread that synthesizes one ambient sound.
import { parentPort, workerData } from 'node:worker_threads'
import { type AmbientSound, synthesize } from './sounds.ts'

const loop = synthesize(workerData as AmbientSound)
parentPort!.postMessage(loop, [loop.buffer])
