// The tools that an assistant has in text, each under a name of its own.
import { type Assistant, selectHttpToolsOf } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { builtInTool } from './built-in-tools.ts'
import { httpTool } from './http-tool.ts'
import type { Tool } from './tool.ts'

export interface ToolBox {
  tools: ReadonlyMap<string, Tool>
  /** Some of them ask the world outside. */
  reachOutside: boolean
}

export async function openToolBox(ctx: AccountContext, assistant: Assistant): Promise<ToolBox> {
  const custom = assistant.toolIds.length > 0 ? await selectHttpToolsOf(ctx.db, assistant) : []
  const tools = new Map<string, Tool>()
  for (const builtIn of assistant.tools) {
    const tool = builtInTool(ctx, assistant, builtIn)
    if (tool) tools.set(tool.definition.name, tool)
  }
  for (const record of custom) add(tools, httpTool(ctx, record))
  return { tools, reachOutside: custom.length > 0 }
}

function add(tools: Map<string, Tool>, tool: Tool): void {
  const { name } = tool.definition
  let free = name
  for (let number = 2; tools.has(free); number++) free = `${name.slice(0, 60)}_${number}`
  tools.set(free, { ...tool, definition: { ...tool.definition, name: free } })
}
