// The bare baseline of calls: a WebSocket server that decodes each frame, and answers speech with paced audio.
import { serveBareCalls } from './bare-socket.ts'

/** Six seconds. */
const answer = new Uint8Array(48_000).fill(0x55)

serveBareCalls((call) => ({ speechEnded: () => call.play(answer) }))
