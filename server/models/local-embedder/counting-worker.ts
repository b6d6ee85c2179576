// A worker for tests without a model: every vector has its only component at the number of the turn.
import { answerRequests } from '#server/platform/worker-process/answer-requests.ts'

let turns = 0

answerRequests<string[]>((pieces) => {
  if (pieces.includes('end')) process.exit(1)
  const vector = new Float32Array(512)
  vector[turns++] = 1
  return pieces.map(() => vector)
})
