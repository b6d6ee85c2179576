// The connection of two steps on the canvas, with a button that adds a step between them.
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, useStore } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { createContext, memo, useContext } from 'react'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import type { Branch, Place } from '../flow/flow.ts'

const texts = textsOf(
  {
    then: 'true',
    else: 'false',
    steps: 'each item',
    add: (before: string) => `Add a step before ${before}`,
    end: 'the end',
  },
  {
    then: 'wahr',
    else: 'falsch',
    steps: 'je Element',
    add: (before: string) => `Schritt hinzufügen vor ${before}`,
    end: 'dem Ende',
  },
)

export interface EdgeData extends Record<string, unknown> {
  place: Place
  branch: Branch | undefined
  /** Where dagre places the label. */
  x: number
  y: number
  /** The name of the step that follows; empty at the end of a list. */
  before: string
}

export interface Insertion {
  canInsert: boolean
  open(place: Place, button: HTMLElement): void
}

export const InsertContext = createContext<Insertion>({ canInsert: false, open: () => {} })

/** Below this zoom, the buttons are too small to be used. */
const minZoom = 0.5
const isNear = ({ transform }: { transform: [number, number, number] }): boolean => transform[2] >= minZoom

export const PlaceEdge = memo(function PlaceEdge({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps) {
  const t = useTexts(texts)
  const { place, branch, x, y, before } = data as EdgeData
  const insertion = useContext(InsertContext)
  const areButtonsShown = useStore(isNear) && insertion.canInsert
  const path = edgePath({ x: sourceX, y: sourceY }, { x, y }, { x: targetX, y: targetY })
  return (
    <>
      <BaseEdge id={id} path={path} className="!stroke-strong-line" />
      <EdgeLabelRenderer>
        <div
          className="nopan pointer-events-auto absolute flex items-center gap-1"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {branch !== undefined && (
            <span className="absolute end-full me-1 rounded-full border bg-card px-1.5 text-[0.6875rem] whitespace-nowrap text-soft">
              {t[branch]}
            </span>
          )}
          {areButtonsShown && (
            <button
              type="button"
              aria-label={t.add(before || t.end)}
              aria-haspopup="menu"
              onClick={(event) => insertion.open(place, event.currentTarget)}
              className="grid size-6 cursor-pointer place-items-center rounded-full border border-strong-line/60 bg-card text-soft hover:border-accent hover:text-accent"
            >
              <Plus aria-hidden size={14} />
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  )
})

interface Point {
  x: number
  y: number
}

const bend = 14
const radius = 8

/** The line of an edge: down, across to the column of its label, down, and across to its target. */
function edgePath(source: Point, label: Point, target: Point): string {
  const points: Point[] = [
    source,
    { x: source.x, y: source.y + bend },
    { x: label.x, y: source.y + bend },
    { x: label.x, y: target.y - bend },
    { x: target.x, y: target.y - bend },
    target,
  ]
  const corners = points.slice(1, -1).map((point, at) => cornerOf(points[at]!, point, points[at + 2]!))
  return `M ${source.x} ${source.y} ${corners.join(' ')} L ${target.x} ${target.y}`
}

function cornerOf(before: Point, corner: Point, after: Point): string {
  const size = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
  const [from, to] = [towards(corner, before, size), towards(corner, after, size)]
  return `L ${from.x} ${from.y} Q ${corner.x} ${corner.y} ${to.x} ${to.y}`
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)

function towards(from: Point, to: Point, size: number): Point {
  const length = distance(from, to) || 1
  return { x: from.x + ((to.x - from.x) * size) / length, y: from.y + ((to.y - from.y) * size) / length }
}
