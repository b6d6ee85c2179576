// Loads the tools that an assistant can use in text, each under a unique name.
import { type Assistant, selectHttpToolsOf } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { builtInTool } from './built-in-tools.ts'
import { calendarTools } from './calendar-tools.ts'
import { httpTool } from './http-tool.ts'
import { knowledgeTool } from './knowledge-tool.ts'
import type { Customer, Tool } from './tool.ts'

export interface AssistantTools {
  tools: ReadonlyMap<string, Tool>
  /** Some results come from outside, so the instructions must say that they are no instructions. */
  hasOutsideResults: boolean
}

export async function loadTools(
  ctx: AccountContext,
  assistant: Assistant,
  customer: Customer,
): Promise<AssistantTools> {
  const [customTools, knowledge] = await Promise.all([
    assistant.toolIds.length > 0 ? selectHttpToolsOf(ctx.db, assistant) : [],
    knowledgeTool(ctx, assistant),
  ])
  const tools = new Map<string, Tool>()
  if (knowledge) addUnderUniqueName(tools, knowledge)
  for (const builtIn of assistant.tools) {
    const tool = builtInTool(ctx, assistant, builtIn, customer)
    if (tool) addUnderUniqueName(tools, tool)
    if (builtIn.type !== 'calendar_integration') continue
    for (const calendarTool of calendarTools(ctx, assistant, builtIn, customer)) addUnderUniqueName(tools, calendarTool)
  }
  for (const record of customTools) addUnderUniqueName(tools, httpTool(ctx, record, customer.values))
  return { tools, hasOutsideResults: customTools.length > 0 || knowledge !== undefined }
}

export function addUnderUniqueName(tools: Map<string, Tool>, tool: Tool): void {
  const { name } = tool.definition
  let unique = name
  for (let number = 2; tools.has(unique); number++) unique = `${name.slice(0, 60)}_${number}`
  tools.set(unique, { ...tool, definition: { ...tool.definition, name: unique } })
}
