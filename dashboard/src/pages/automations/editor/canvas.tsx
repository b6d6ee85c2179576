// The flow as a drawing, which can be moved, enlarged and used with the keyboard.
import '@xyflow/react/dist/base.css'
import {
  Background,
  type Edge,
  type EdgeTypes,
  type Node,
  type NodeTypes,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/page.tsx'
import type { Place } from '../flow/flow.ts'
import { type Graph, graphOf, shapeOf, triggerId } from '../flow/graph.ts'
import { type Layout, layoutOf, sizes } from '../flow/layout.ts'
import { useNames } from '../parts/names.ts'
import { type Titles, useTitles } from '../parts/titles.ts'
import { type EdgeData, InsertContext, PlaceEdge } from './canvas-edge.tsx'
import { EndNode, JoinNode, NextItemNode, type NodeData, SelectContext, StepNode } from './canvas-node.tsx'
import { type EditorState, useEditorState } from './context.ts'
import { InsertMenu } from './insert-menu.tsx'
import { usePlaceNames } from './place-name.ts'
import { useStepEdits } from './step-actions.tsx'

const texts = textsOf('automations', 'canvas')

const nodeTypes: NodeTypes = {
  trigger: StepNode,
  step: StepNode,
  join: JoinNode,
  'next-item': NextItemNode,
  end: EndNode,
}
const edgeTypes: EdgeTypes = { place: PlaceEdge }

export const Canvas = () => (
  <ReactFlowProvider>
    <Drawing />
  </ReactFlowProvider>
)

interface Words {
  ofTitles: Titles
  typeName(type: string): string
  trigger: string
}

function nodesOf(graph: Graph, layout: Layout, state: EditorState, { ofTitles, typeName, ...words }: Words): Node[] {
  const { editor, located, titles, selected, progress, moving } = state
  const steps = new Map(located.map(({ path, step }) => [path, step]))
  const { trigger } = editor.flow
  const faulty = new Set(editor.faults.map(({ step }) => step))
  return graph.nodes.map(({ id, kind, path }) => {
    const { width, height } = sizes[kind]
    const step = path === undefined ? undefined : steps.get(path)
    const name = step?.name ?? 'trigger'
    const own = step ?? { type: trigger.type, input: trigger.input ?? {} }
    const { state: runState, durationMs = 0, rounds = 0 } = (step && progress.get(name)) ?? {}
    const data: NodeData = {
      name,
      type: own.type,
      title: titles.get(step?.name ?? '') ?? typeName(own.type),
      detail: [!step && words.trigger, ofTitles.detail({ ...own, name: step?.name }, titles)]
        .filter(Boolean)
        .join(' · '),
      state: runState,
      durationMs,
      rounds,
      isFaulty: faulty.has(name),
      isSelected: selected === name,
      isMoving: step !== undefined && moving === name,
    }
    return {
      id,
      type: kind,
      position: layout.nodes.get(id)!,
      width,
      height,
      // Known sizes and handles: nothing has to be measured before it is drawn.
      handles: [
        { type: 'target' as const, position: Position.Top, x: width / 2, y: 0, width: 1, height: 1 },
        { type: 'source' as const, position: Position.Bottom, x: width / 2, y: height, width: 1, height: 1 },
      ],
      data: kind === 'step' || kind === 'trigger' ? data : {},
    }
  })
}

function edgesOf(graph: Graph, layout: Layout, nameOf: (place: Place) => string): Edge[] {
  return graph.edges.map(({ id, source, target, place, branch }) => ({
    id,
    source,
    target,
    type: 'place',
    ariaLabel: nameOf(place),
    data: { place, branch, ...layout.labels.get(id)!, name: nameOf(place) } satisfies EdgeData,
  }))
}

/** Nodes and edges cannot be focused; the steps in them can. */
const noDescriptions = { 'node.a11yDescription.default': '', 'edge.a11yDescription.default': '' }

/** Smaller than this, names cannot be read. */
const readableZoom = 0.7
const margin = 24

function Drawing() {
  const t = useTexts(texts)
  const state = useEditorState()
  const { editor, located, selected, added, select, mayEdit } = state
  const { remove } = useStepEdits()
  const names = useNames()
  const ofTitles = useTitles()
  const placeName = usePlaceNames()
  const { setCenter, setViewport, getZoom, fitBounds, zoomIn, zoomOut } = useReactFlow()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLElement | null>(null)
  const [openPlace, setOpenPlace] = useState<Place>()
  const shape = shapeOf(editor.flow.steps)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another shape moves nodes
  const [graph, layout] = useMemo(() => {
    const next = graphOf(editor.flow)
    return [next, layoutOf(next)]
  }, [shape])
  const nodes = useMemo(
    () => nodesOf(graph, layout, state, { ofTitles, typeName: names.type, trigger: t.trigger }),
    [graph, layout, state, ofTitles, names, t],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow the state
  const edges = useMemo(() => edgesOf(graph, layout, placeName), [graph, layout, state])
  const insertion = useMemo(
    () => ({
      canInsert: mayEdit,
      open(place: Place, opener: HTMLElement) {
        button.current = opener
        setOpenPlace(place)
      },
    }),
    [mayEdit],
  )

  const order = ['trigger', ...located.map(({ step }) => step.name)]
  const centerOn = (id: string) => {
    const { x, y } = layout.nodes.get(id)!
    const zoom = Math.max(readableZoom, getZoom())
    void setCenter(x + sizes.step.width / 2, y + sizes.step.height / 2, { zoom })
  }
  const showStep = (name: string) => {
    select(name)
    centerOn(located.find(({ step }) => step.name === name)?.path ?? triggerId)
    const focus = () => area.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(name)}"]`)?.focus()
    // The step is drawn once it is in view.
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }
  /** The whole flow, if it can be read then; or else the selected step, or the beginning of the flow. */
  const show = () => {
    const { clientWidth = 0, clientHeight = 0 } = area.current ?? {}
    const fitting = Math.min(clientWidth / (layout.width + 2 * margin), clientHeight / (layout.height + 2 * margin))
    const at = located.find(({ step }) => step.name === (added ?? selected))
    if (at && fitting < readableZoom) return centerOn(at.path)
    const zoom = Math.min(1, Math.max(readableZoom, fitting))
    const middle = fitting < readableZoom ? layout.nodes.get(triggerId)!.x + sizes.trigger.width / 2 : layout.width / 2
    const y = Math.max(margin, (clientHeight - layout.height * zoom) / 2)
    void setViewport({ x: clientWidth / 2 - middle * zoom, y, zoom })
  }
  const isDrawn = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a flow with another shape is shown again
  useEffect(() => {
    if (isDrawn.current) show()
  }, [layout])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[role=dialog]')) return
    const at = order.indexOf(selected ?? '')
    const next =
      event.key === 'ArrowDown' ? (order[at + 1] ?? order[0]) : event.key === 'ArrowUp' ? order[at - 1] : undefined
    if (next !== undefined) {
      event.preventDefault()
      showStep(next)
    }
    const step = located.find(({ step: { name } }) => name === selected)
    if (event.key === 'Delete' && step && mayEdit) remove(step)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the steps inside have the focus
    <div ref={area} className="h-full" onKeyDown={onKeyDown}>
      <SelectContext value={select}>
        <InsertContext value={insertion}>
          <ReactFlow
            aria-label={t.canvas}
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            ariaLabelConfig={noDescriptions}
            deleteKeyCode={null}
            onlyRenderVisibleElements
            panOnScroll
            minZoom={0.01}
            maxZoom={1.2}
            onInit={() => {
              isDrawn.current = true
              show()
            }}
            proOptions={{ hideAttribution: true }}
          >
            <Background color="var(--line)" />
            <Panel position="bottom-left" className="flex gap-1 rounded-lg border bg-card p-1">
              <IconButton icon={Plus} size="small" label={t.zoomIn} onPress={() => void zoomIn()} />
              <IconButton icon={Minus} size="small" label={t.zoomOut} onPress={() => void zoomOut()} />
              <IconButton
                icon={Maximize}
                size="small"
                label={t.fit}
                onPress={() => void fitBounds({ x: 0, y: 0, width: layout.width, height: layout.height })}
              />
            </Panel>
          </ReactFlow>
        </InsertContext>
      </SelectContext>
      <Popover
        triggerRef={button}
        isOpen={openPlace !== undefined}
        onOpenChange={(isOpen) => !isOpen && setOpenPlace(undefined)}
        className="w-80 max-w-[90vw] rounded-lg border bg-raised shadow-lg"
      >
        {openPlace && (
          <Dialog aria-label={placeName(openPlace)} className="outline-none">
            <InsertMenu place={openPlace} onDone={() => setOpenPlace(undefined)} />
          </Dialog>
        )}
      </Popover>
    </div>
  )
}
