// The nodes and edges that show a flow. Each edge is a place for another step.
import { type Branch, branchesOf, type Flow, type Place, type Step, stepsIn } from './flow.ts'

export type NodeKind = 'trigger' | 'step' | 'join' | 'next-item' | 'end'

export interface GraphNode {
  id: string
  kind: NodeKind
  /** For steps. */
  path?: string
}

export interface GraphEdge {
  id: string
  source: string
  target: string
  /** The branch that begins here. */
  branch?: Branch
  place: Place
}

export interface Graph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

export const triggerId = 'trigger'
const endId = 'end'

export function graphOf(flow: Flow): Graph {
  const graph: Graph = { nodes: [{ id: triggerId, kind: 'trigger' }], edges: [] }
  const last = addList(graph, flow.steps, 'steps', { id: triggerId })
  graph.nodes.push({ id: endId, kind: 'end' })
  connect(graph, last, endId, { list: 'steps', index: flow.steps.length })
  return graph
}

interface Exit {
  id: string
  branch?: Branch
}

function connect({ edges }: Graph, from: Exit, target: string, place: Place): void {
  const branch = from.branch && { branch: from.branch }
  edges.push({ id: `${place.list}.${place.index}`, source: from.id, target, place, ...branch })
}

/** Returns where the next node connects. */
function addList(graph: Graph, steps: readonly Step[], list: string, from: Exit): Exit {
  let exit = from
  steps.forEach((step, index) => {
    const path = `${list}.${index}`
    graph.nodes.push({ id: path, kind: 'step', path })
    connect(graph, exit, path, { list, index })
    exit = addBranches(graph, step, path)
  })
  return exit
}

/** Branches meet in a node of their own, so that each has a place for a step. */
function addBranches(graph: Graph, step: Step, path: string): Exit {
  const branches = branchesOf(step.type)
  if (branches.length === 0) return { id: path }
  const exitId = `${path}.exit`
  for (const branch of branches) {
    const steps = stepsIn(step, branch)
    const list = `${path}.input.${branch}`
    const last = addList(graph, steps, list, { id: path, branch })
    connect(graph, last, exitId, { list, index: steps.length })
  }
  graph.nodes.push({ id: exitId, kind: step.type === 'loop' ? 'next-item' : 'join' })
  return { id: exitId }
}

/** The same for flows with the same positions of nodes. */
export function shapeOf(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      const branches = branchesOf(step.type).map((branch) => `(${shapeOf(stepsIn(step, branch))})`)
      return `${step.type === 'loop' ? 'l' : step.type === 'condition' ? 'c' : 's'}${branches.join('')}`
    })
    .join('')
}
