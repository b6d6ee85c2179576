// A parent process for tests: starts a worker process, prints its id, and lets it work without end.
import { openWorker } from '../src/index.ts'

const script = new URL('./sample-program.ts', import.meta.url)
const worker = openWorker({ script, kind: 'process', timeoutMs: 60_000 })
console.log(await worker.request('id'))
await worker.request('hang')
