// Writes a model in the ONNX format: nodes in order, with constants between them.
export type TensorData = Float32Array | Int8Array | BigInt64Array

export interface OnnxGraph {
  /** Returns the name of the constant. */
  constant(data: TensorData, dimensions: readonly number[]): string
  /** Adds an operator with one output, and returns the name of the output. */
  add(operator: string, inputs: readonly string[], options?: { attributes?: Attributes; domain?: string }): string
  /** The model, with one input and one output of float32. Text dimensions are variable. */
  serialize(input: { name: string; dimensions: readonly (number | string)[] }, output: string): Uint8Array
}

/** Of type int, ints or, if the name is `epsilon`, float. */
export type Attributes = Record<string, number | readonly number[]>

/** Field numbers and types: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const elementType = { float: 1, int8: 3, int64: 7 }
const attributeType = { float: 1, int: 2, ints: 7 }
const irVersion = 9
const opsetVersion = 20
export const contribDomain = 'com.microsoft'

export function createOnnxGraph(): OnnxGraph {
  const nodes: Uint8Array[] = []
  const constants: Uint8Array[] = []
  let names = 0
  return {
    constant(data, dimensions) {
      const name = `constant-${names++}`
      const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      const dims = dimensions.map((size) => integer(1, size))
      constants.push(block(5, ...dims, integer(2, elementTypeOf(data)), text(8, name), block(9, raw)))
      return name
    },
    add(operator, inputs, { attributes = {}, domain = '' } = {}) {
      const output = `output-${names++}`
      const described = Object.entries(attributes).map(([name, value]) => attribute(name, value))
      const arguments_ = inputs.map((name) => text(1, name))
      nodes.push(block(1, ...arguments_, text(2, output), text(4, operator), ...described, text(7, domain)))
      return output
    },
    serialize(input, output) {
      const graph = block(
        7,
        ...nodes,
        text(2, 'model'),
        ...constants,
        block(11, ...floats(input.name, input.dimensions)),
        block(12, text(1, output)),
      )
      const opsets = [block(8, integer(2, opsetVersion)), block(8, text(1, contribDomain), integer(2, 1))]
      return Buffer.concat([integer(1, irVersion), graph, ...opsets])
    },
  }
}

function elementTypeOf(data: TensorData): number {
  if (data instanceof Float32Array) return elementType.float
  return data instanceof Int8Array ? elementType.int8 : elementType.int64
}

function attribute(name: string, value: number | readonly number[]): Uint8Array {
  if (typeof value !== 'number')
    return block(5, text(1, name), ...value.map((item) => integer(8, item)), integer(20, attributeType.ints))
  if (name === 'epsilon') return block(5, text(1, name), float(2, value), integer(20, attributeType.float))
  return block(5, text(1, name), integer(3, value), integer(20, attributeType.int))
}

function floats(name: string, dimensions: readonly (number | string)[]): Uint8Array[] {
  const shape = dimensions.map((size) => block(1, typeof size === 'string' ? text(2, size) : integer(1, size)))
  return [text(1, name), block(2, block(1, integer(1, elementType.float), block(2, ...shape)))]
}

/** Fields in the encoding of Protocol Buffers: https://protobuf.dev/programming-guides/encoding/ */
const key = (field: number, wireType: number): Uint8Array => varint((field << 3) | wireType)
const integer = (field: number, value: number): Uint8Array => Buffer.concat([key(field, 0), varint(value)])
const text = (field: number, value: string): Uint8Array => block(field, Buffer.from(value))

function block(field: number, ...contents: Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, content) => sum + content.length, 0)
  return Buffer.concat([key(field, 2), varint(length), ...contents])
}

function float(field: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([key(field, 5), bytes])
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  // A negative number is written as an unsigned one of 64 bits.
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Uint8Array.from([...bytes, Number(rest)])
}
