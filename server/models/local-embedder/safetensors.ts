// Reads the tensors of a file in the safetensors format, which https://github.com/huggingface/safetensors describes.
import { readFileSync } from 'node:fs'

export type Weights = (name: string) => Float16Array

interface Entry {
  dtype: string
  data_offsets: [number, number]
}

/** The function throws if there is no tensor of that name with 16-bit numbers. */
export function readWeights(path: string): Weights {
  const file = readFileSync(path)
  const headerLength = Number(file.readBigUInt64LE(0))
  const start = 8 + headerLength
  const entries: Record<string, Entry> = JSON.parse(file.toString('utf8', 8, start))
  return (name) => {
    const entry = entries[name]
    if (entry?.dtype !== 'F16') throw new Error(`${path} has no tensor ${name} of type F16.`)
    const [first, end] = entry.data_offsets.map((offset) => file.byteOffset + start + offset)
    return new Float16Array(file.buffer.slice(first!, end!))
  }
}
