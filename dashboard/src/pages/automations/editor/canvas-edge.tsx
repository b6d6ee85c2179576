// The connection of two steps on the canvas, with a button that adds a step between them.
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, useStore } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { createContext, memo, useContext } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import type { Branch, Place } from '../flow/flow.ts'
import { branchTexts } from './place-name.ts'

export interface EdgeData extends Record<string, unknown> {
  place: Place
  branch: Branch | undefined
  /** Where dagre places the label. */
  x: number
  y: number
  /** The name of the button that adds a step. */
  name: string
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
  const t = useTexts(branchTexts)
  const { place, branch, x, y, name } = data as EdgeData
  const insertion = useContext(InsertContext)
  const areButtonsShown = useStore(isNear) && insertion.canInsert
  const path = edgePath({ x: sourceX, y: sourceY }, { x, y }, { x: targetX, y: targetY })
  return (
    <>
      <BaseEdge id={id} path={path} className="!stroke-strong-line" />
      <EdgeLabelRenderer>
        <div
          className="nopan pointer-events-auto absolute flex flex-col items-center gap-0.5"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {branch !== undefined && (
            <span
              data-branch={branch}
              className="rounded-full border bg-card px-1.5 text-[0.6875rem] whitespace-nowrap text-soft"
            >
              {t[branch]}
            </span>
          )}
          {areButtonsShown && (
            <button
              type="button"
              aria-label={name}
              aria-haspopup="dialog"
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
