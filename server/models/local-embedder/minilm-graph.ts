// Builds the graph of all-MiniLM-L6-v2, a BERT model, with weights of 7 bits.
import { contribDomain, createOnnxGraph, type OnnxGraph } from './onnx-graph.ts'
import type { Weights } from './safetensors.ts'

export const width = 384
const heads = 12
const headWidth = width / heads
const innerWidth = 4 * width
const layers = 6
/** With 8 bits, sums overflow on processors without instructions for neural networks (VNNI). */
const maxWeight = 63

interface Linear {
  /** Row by row; each row belongs to one output. */
  weights: Float32Array
  bias: Float32Array
}

/**
 * Input: the sums of the embeddings of each token and its position, `[tokens, width]`. Output: the mean of all tokens
 * after the last layer, `[width]`. Source of the architecture: https://arxiv.org/abs/1810.04805
 */
export function buildMiniLm(weights: Weights): Uint8Array {
  const graph = createOnnxGraph()
  const numbers = (...values: number[]) => graph.constant(BigInt64Array.from(values, BigInt), [values.length])
  const index = (value: number) => graph.constant(BigInt64Array.of(BigInt(value)), [])
  const read = (name: string) => new Float32Array(weights(name))
  const linearOf = (name: string): Linear => ({ weights: read(`${name}.weight`), bias: read(`${name}.bias`) })
  const transpose = (input: string, perm: readonly number[]) =>
    graph.add('Transpose', [input], { attributes: { perm } })
  const sum = (one: string, other: string) => graph.add('Add', [one, other])

  function normalize(input: string, name: string): string {
    const scale = graph.constant(read(`${name}.weight`), [width])
    const bias = graph.constant(read(`${name}.bias`), [width])
    return graph.add('LayerNormalization', [input, scale, bias], { attributes: { axis: -1, epsilon: 1e-12 } })
  }

  function attend(input: string, name: string): string {
    const query = scaled(linearOf(`${name}.self.query`), 1 / Math.sqrt(headWidth))
    const projections = joined([query, linearOf(`${name}.self.key`), linearOf(`${name}.self.value`)])
    const projected = addLinear(graph, input, projections, width)
    const split = graph.add('Reshape', [projected, numbers(0, 3, heads, headWidth)])
    const byHead = transpose(split, [1, 2, 0, 3])
    const [queries, keys, values] = [0, 1, 2].map((part) =>
      graph.add('Gather', [byHead, index(part)], { attributes: { axis: 0 } }),
    )
    const scores = graph.add('MatMul', [queries!, transpose(keys!, [0, 2, 1])])
    const shares = graph.add('Softmax', [scores], { attributes: { axis: -1 } })
    const mixed = transpose(graph.add('MatMul', [shares, values!]), [1, 0, 2])
    return addLinear(graph, graph.add('Reshape', [mixed, numbers(0, width)]), linearOf(`${name}.output.dense`), width)
  }

  let state = normalize('embeddings', 'embeddings.LayerNorm')
  for (let layer = 0; layer < layers; layer++) {
    const name = `encoder.layer.${layer}`
    state = normalize(sum(state, attend(state, `${name}.attention`)), `${name}.attention.output.LayerNorm`)
    const inner = graph.add('Gelu', [addLinear(graph, state, linearOf(`${name}.intermediate.dense`), width)])
    const outer = addLinear(graph, inner, linearOf(`${name}.output.dense`), innerWidth)
    state = normalize(sum(state, outer), `${name}.output.LayerNorm`)
  }
  const mean = graph.add('ReduceMean', [state, numbers(0)], { attributes: { keepdims: 0 } })
  return graph.serialize({ name: 'embeddings', dimensions: ['tokens', width] }, mean)
}

/** Multiplies with weights that are rounded to integers, with a scale for each output. */
function addLinear(graph: OnnxGraph, state: string, { weights, bias }: Linear, inputs: number): string {
  const outputs = bias.length
  const integers = new Int8Array(weights.length)
  const scales = new Float32Array(outputs)
  for (let output = 0; output < outputs; output++) {
    const first = output * inputs
    let largest = 0
    for (let index = first; index < first + inputs; index++) largest = Math.max(largest, Math.abs(weights[index]!))
    const scale = largest / maxWeight
    scales[output] = scale
    for (let input = 0; input < inputs; input++)
      integers[input * outputs + output] = Math.round(weights[first + input]! / scale)
  }
  const operands = [
    state,
    graph.constant(integers, [inputs, outputs]),
    graph.constant(scales, [outputs]),
    graph.constant(new Int8Array(outputs), [outputs]),
    graph.constant(bias, [outputs]),
  ]
  return graph.add('DynamicQuantizeMatMul', operands, { domain: contribDomain })
}

const scaled = ({ weights, bias }: Linear, factor: number): Linear => ({
  weights: weights.map((weight) => weight * factor),
  bias: bias.map((value) => value * factor),
})

const joined = (parts: readonly Linear[]): Linear => ({
  weights: concatenated(parts.map(({ weights }) => weights)),
  bias: concatenated(parts.map(({ bias }) => bias)),
})

function concatenated(arrays: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(arrays.reduce((length, array) => length + array.length, 0))
  let end = 0
  for (const array of arrays) {
    all.set(array, end)
    end += array.length
  }
  return all
}
