// Reads a scenario file: YAML with limits, validated, with errors that name the line.
import { isNode, LineCounter, parseDocument } from 'yaml'
import { type Scenario, scenarioSchema } from './schema.ts'

const maxCharacters = 256_000
const maxAliases = 50
const maxProblems = 20

/** The message has one line for each problem: file, line and what to do. */
export class ScenarioError extends Error {}

export interface LoadedScenario extends Scenario {
  /** The line of each step of the script. */
  lines: number[]
  /** The line of a value, or of the nearest one around it. */
  lineOf(path: readonly PropertyKey[]): number
}

export function readScenario(text: string, file: string): LoadedScenario {
  if (text.length > maxCharacters)
    throw new ScenarioError(`${file}: A scenario may have ${maxCharacters.toLocaleString('en')} characters.`)
  const lines = new LineCounter()
  const document = parse(text, file, lines)
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  const problem = (line: number, message: string): string => `${file}:${line}: ${message}`
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => problem(lines.linePos(pos[0]).line, firstLine(message)))
    throw new ScenarioError(problems.slice(0, maxProblems).join('\n'))
  }
  const result = scenarioSchema.safeParse(toValue(document, file))
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) =>
      problem(lineOf(path), `${path.length === 0 ? '' : `${path.join('.')}: `}${messageOf(message, path)}`),
    )
    throw new ScenarioError(problems.slice(0, maxProblems).join('\n'))
  }
  return { ...result.data, lines: result.data.script.map((_, index) => lineOf(['script', index])), lineOf }
}

function parse(text: string, file: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { lineCounter, uniqueKeys: true })
  } catch (error) {
    if (error instanceof RangeError) throw new ScenarioError(`${file}: The values are nested too deeply.`)
    throw error
  }
}

function toValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases })
  } catch (error) {
    if (error instanceof ReferenceError) throw new ScenarioError(`${file}: Too many aliases; write the values out.`)
    if (error instanceof RangeError) throw new ScenarioError(`${file}: The values are nested too deeply.`)
    throw error
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!.replace(/:$/, '.')

/** Messages of the API name the field as `:attribute`. */
const messageOf = (message: string, path: readonly PropertyKey[]): string =>
  message.replace(':attribute', String(path.at(-1) ?? 'file').replaceAll('_', ' '))
