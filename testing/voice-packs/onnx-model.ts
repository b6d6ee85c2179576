// Writes small models in the ONNX format, with metadata and any number of inputs and outputs.

export type Dimensions = readonly (number | string)[]

export interface Value {
  name: string
  type: 'float' | 'int64' | 'bool'
  dimensions: Dimensions
}

export interface OnnxModel {
  /** Returns the name of the constant. */
  constant(data: Float32Array | BigInt64Array, dimensions: readonly number[]): string
  /** Adds an operator with one output, and returns the name of the output. Attributes are integers. */
  add(
    operator: string,
    inputs: readonly string[],
    options?: { attributes?: Record<string, number>; output?: string },
  ): string
  serialize(parts: {
    inputs: readonly Value[]
    outputs: readonly Value[]
    metadata?: Record<string, string>
  }): Uint8Array
}

/** Field numbers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const elementType = { float: 1, int64: 7, bool: 9 }
const intAttribute = 2
const irVersion = 9
const opsetVersion = 17

export function createOnnxModel(): OnnxModel {
  const nodes: Uint8Array[] = []
  const constants: Uint8Array[] = []
  let names = 0
  return {
    constant(data, dimensions) {
      const name = `constant-${names++}`
      const type = elementType[data instanceof Float32Array ? 'float' : 'int64']
      const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      constants.push(
        block(5, ...dimensions.map((size) => integer(1, size)), integer(2, type), text(8, name), block(9, raw)),
      )
      return name
    },
    add(operator, inputs, { attributes = {}, output = `output-${names++}` } = {}) {
      const described = Object.entries(attributes).map(([name, value]) =>
        block(5, text(1, name), integer(3, value), integer(20, intAttribute)),
      )
      const operands = inputs.map((name) => text(1, name))
      nodes.push(block(1, ...operands, text(2, output), text(4, operator), ...described))
      return output
    },
    serialize({ inputs, outputs, metadata = {} }) {
      const graph = block(
        7,
        ...nodes,
        text(2, 'model'),
        ...constants,
        ...inputs.map((value) => block(11, ...described(value))),
        ...outputs.map((value) => block(12, ...described(value))),
      )
      const properties = Object.entries(metadata).map(([key, value]) => block(14, text(1, key), text(2, value)))
      return Buffer.concat([integer(1, irVersion), graph, block(8, integer(2, opsetVersion)), ...properties])
    },
  }
}

function described({ name, type, dimensions }: Value): Uint8Array[] {
  const shape = dimensions.map((size) => block(1, typeof size === 'string' ? text(2, size) : integer(1, size)))
  return [text(1, name), block(2, block(1, integer(1, elementType[type]), block(2, ...shape)))]
}

/** Fields in the encoding of Protocol Buffers: https://protobuf.dev/programming-guides/encoding/ */
const key = (field: number, wireType: number): Uint8Array => varint((field << 3) | wireType)
const integer = (field: number, value: number): Uint8Array => Buffer.concat([key(field, 0), varint(value)])
const text = (field: number, value: string): Uint8Array => block(field, Buffer.from(value))

function block(field: number, ...contents: Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, content) => sum + content.length, 0)
  return Buffer.concat([key(field, 2), varint(length), ...contents])
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  return Uint8Array.from([...bytes, rest])
}
