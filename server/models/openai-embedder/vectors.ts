// Reads and checks the vectors of a response in the form of OpenAI.
import { OutsideError } from '#server/platform/outside-error.ts'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { type JsonServer, ServerFailure } from '#server/platform/vendor-json/post-json.ts'

const maxDimensions = 4_096

/**
 * Vectors must have the dimensions of the configuration, or else of the response before. A response with other dimensions
 * fails once, so that neither a faulty response nor a new model prevents all later ones.
 */
export function createVectorReader(server: JsonServer, configured: number | undefined) {
  let dimensions = configured
  return {
    /** Returns `count` vectors of unit length in the order of the request. */
    read(body: unknown, count: number): Float32Array[] {
      const vectors = new Array<Float32Array | undefined>(count).fill(undefined)
      const data = isFields(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []
      if (data.length !== count) throw new ServerFailure(server, 'unreadable')
      for (const item of data) {
        const { index, embedding } = isFields(item) ? item : {}
        const vector = unitVector(embedding)
        const isNew = typeof index === 'number' && index in vectors && vectors[index] === undefined
        if (!vector || !isNew) throw new ServerFailure(server, 'unreadable')
        dimensions ??= vector.length
        if (vector.length !== dimensions) {
          const expected = dimensions
          dimensions = configured
          throw wrongDimensions(vector.length, expected)
        }
        vectors[index] = vector
      }
      return vectors as Float32Array[]
    },
  }
}

/** Undefined if these are not finite numbers or all are zero. */
function unitVector(embedding: unknown): Float32Array | undefined {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > maxDimensions) return undefined
  let squares = 0
  for (const component of embedding as unknown[]) {
    if (typeof component !== 'number') return undefined
    squares += component * component
  }
  const length = Math.sqrt(squares)
  if (!(length > 0 && Number.isFinite(length))) return undefined
  return Float32Array.from(embedding as number[], (component) => component / length)
}

function wrongDimensions(actual: number, expected: number): OutsideError {
  const message = `The embedding server sent a vector of ${actual} dimensions instead of ${expected}.`
  return new OutsideError('wrong_dimensions', message, { retryable: false })
}
