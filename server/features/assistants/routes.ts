// HTTP handlers for assistants, their folders and labels, and tools.
import type { assistants } from '#contract/assistants/assistants.ts'
import type { catalogues } from '#contract/assistants/catalogues.ts'
import type { folders, labels } from '#contract/assistants/folders.ts'
import type { tools } from '#contract/assistants/tools.ts'
import { findLanguage } from '#server/features/catalogues/index.ts'
import { isUsableFor, selectPhoneNumbers, typeLabels } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handler, Handlers } from '#server/platform/http/route.ts'
import { InvalidInput, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Assistant } from './assistant/assistant.ts'
import {
  countAssistants,
  findAssistant,
  selectAnsweredNumbers,
  selectAssistants,
  selectSummaries,
} from './assistant/store.ts'
import { findVersion, selectVersions } from './assistant/store-versions.ts'
import { createAssistant } from './create-assistant.ts'
import { deleteAssistant } from './delete-assistant.ts'
import { deleteGroup, type GroupTable, insertGroup, selectGroups, updateGroup } from './groups/store-groups.ts'
import {
  presentAssistant,
  presentGroup,
  presentListedTool,
  presentSummary,
  presentTool,
  presentVersion,
  presentVersionHead,
  readPatch,
} from './present.ts'
import { restoreVersion } from './restore-version.ts'
import { setStatus } from './set-status.ts'
import { checkPatch } from './settings/check-patch.ts'
import { presentFaults } from './settings/fault.ts'
import { switchWebhook, type WebhookSwitch } from './switch-webhook.ts'
import { createTool, updateTool } from './tools/change-tool.ts'
import { deleteToolRow, findTool, selectTools } from './tools/store-tools.ts'
import { nameTaken } from './tools/tool-rules.ts'
import { updateAssistant } from './update-assistant.ts'

const present = async (ctx: AccountContext, assistant: Assistant) =>
  presentAssistant(assistant, (await findLanguage(ctx, assistant.languageId))?.name ?? '')

async function getAssistant({ db, account }: AccountContext, id: number): Promise<Assistant> {
  return orRefuse(await findAssistant(db, account.id, id), 'ASSISTANT_NOT_FOUND')
}

const switchHandlers = (webhook: WebhookSwitch['webhook'], name: string) => {
  const turnOn = async (ctx: AccountContext, assistantId: number, url: string | undefined) => {
    await switchWebhook(ctx, { assistantId, webhook, active: true, url })
    return { message: `${name} enabled successfully`, data: [] }
  }
  const turnOff = async (ctx: AccountContext, assistantId: number) => {
    await switchWebhook(ctx, { assistantId, webhook, active: false })
    return { message: `${name} disabled successfully`, data: [] }
  }
  return {
    enable: (ctx, { body }) => turnOn(ctx, body.assistant_id, body.webhook_url),
    disable: (ctx, { body }) => turnOff(ctx, body.assistant_id),
    add: (ctx, { params, body }) => turnOn(ctx, params.id, body.webhook_url),
    remove: (ctx, { params }) => turnOff(ctx, params.id),
  } satisfies {
    enable: Handler<typeof assistants.enableWebhook>
    disable: Handler<typeof assistants.disableWebhook>
    add: Handler<typeof assistants.addWebhook>
    remove: Handler<typeof assistants.removeWebhook>
  }
}

const callEnded = switchHandlers('callEnded', 'Webhook')
const inboundCall = switchHandlers('inboundCall', 'Inbound webhook')
const conversationEnded = switchHandlers('conversationEnded', 'Conversation ended webhook')

export const assistantHandlers: Handlers<typeof assistants> = {
  create: {
    handle: async (ctx, { body }) => ({
      message: 'Assistant created successfully',
      data: presentSummary(await createAssistant(ctx, readPatch(body))),
    }),
    validate: async (ctx, { body, errors }) => presentFaults(await checkPatch(ctx, readPatch(body), errors)),
  },

  update: {
    handle: async (ctx, { params, body }) => ({
      message: 'Assistant updated successfully',
      data: presentSummary(
        await updateAssistant(ctx, params.id, readPatch(body), { ifVersion: body.if_version ?? undefined }),
      ),
    }),
    validate: async (ctx, { params: { id }, body, errors }) =>
      id === undefined ? {} : presentFaults(await checkPatch(ctx, readPatch(body), errors, id)),
  },

  get: async (ctx, { params }) => {
    return { data: await present(ctx, await getAssistant(ctx, params.id)) }
  },

  list: async (ctx, { query }, { url }) => {
    const { type, search, folder_id: folderId, label_id: labelId } = query
    const filter = { type, search, folderId, labelId }
    const rowsOfPage = { ...filter, offset: (query.page - 1) * query.per_page, limit: query.per_page }
    const [found, total] = await Promise.all([
      selectAssistants(ctx.db, ctx.account.id, rowsOfPage),
      countAssistants(ctx.db, ctx.account.id, filter),
    ])
    const rows = await Promise.all(found.map((assistant) => present(ctx, assistant)))
    return replyWithPage(ctx, { query, url }, { rows, total }, (row) => row)
  },

  listAll: async (ctx, { query }) =>
    (await selectSummaries(ctx.db, ctx.account.id, query.type)).map(({ createdAt, updatedAt, ...row }) => ({
      ...presentSummary(row),
      created_at: toIsoMicros(createdAt),
      updated_at: toIsoMicros(updatedAt),
    })),

  listOutbound: async (ctx) => (await selectSummaries(ctx.db, ctx.account.id, 'outbound')).map(presentSummary),

  delete: async (ctx, { params }) => {
    await deleteAssistant(ctx, params.id)
    return { message: 'Assistant deleted successfully' }
  },

  listVersions: async (ctx, { params }) => {
    await getAssistant(ctx, params.id)
    return { data: (await selectVersions(ctx.db, ctx.account.id, params.id)).map(presentVersionHead) }
  },

  getVersion: async (ctx, { params }) => {
    await getAssistant(ctx, params.id)
    const key = { assistantId: params.id, version: params.version }
    const version = orRefuse(await findVersion(ctx.db, ctx.account.id, key), 'VERSION_NOT_FOUND')
    return { data: presentVersion(version) }
  },

  restoreVersion: async (ctx, { params }) => {
    const { assistant, skipped } = await restoreVersion(ctx, params.id, params.version)
    return {
      message: 'Version restored successfully',
      data: presentSummary(assistant),
      skipped: presentFaults(skipped),
    }
  },

  activate: async (ctx, { params }) => ({
    message: 'Assistant activated successfully',
    data: presentSummary(await setStatus(ctx, params.id, 'active')),
  }),

  deactivate: async (ctx, { params }) => ({
    message: 'Assistant deactivated successfully',
    data: presentSummary(await setStatus(ctx, params.id, 'inactive')),
  }),

  enableWebhook: callEnded.enable,
  disableWebhook: callEnded.disable,
  addWebhook: callEnded.add,
  removeWebhook: callEnded.remove,
  enableInboundWebhook: inboundCall.enable,
  disableInboundWebhook: inboundCall.disable,
  addInboundWebhook: inboundCall.add,
  removeInboundWebhook: inboundCall.remove,
  enableConversationEndedWebhook: conversationEnded.enable,
  disableConversationEndedWebhook: conversationEnded.disable,
  addConversationEndedWebhook: conversationEnded.add,
  removeConversationEndedWebhook: conversationEnded.remove,
}

/** Several assistants can call from one number, but only one answers it. */
export const listNumbersForAssistants: Handler<typeof catalogues.phoneNumbers> = async (ctx, { query: { type } }) => {
  const [numbers, answered] = await Promise.all([
    selectPhoneNumbers(ctx.db, ctx.account.id),
    selectAnsweredNumbers(ctx.db, ctx.account.id),
  ])
  return numbers
    .filter((number) => type === undefined || isUsableFor(number, type))
    .map(({ id, phoneNumber, countryCode, type: ofNumber }) => ({
      id,
      phone_number: phoneNumber,
      country_code: countryCode,
      type_label: typeLabels[ofNumber],
      is_available: type === 'outbound' || !answered.includes(id),
    }))
}

export const toolHandlers: Handlers<typeof tools> = {
  list: async (ctx) => (await selectTools(ctx.db, ctx.account.id)).map(presentListedTool),

  create: async (ctx, { body }) => ({
    message: 'Tool created successfully',
    data: presentTool(await createTool(ctx, fromApi(body))),
  }),

  get: async (ctx, { params }) => {
    const tool = orRefuse(await findTool(ctx.db, ctx.account.id, params.id), 'TOOL_NOT_FOUND')
    return { data: presentTool(tool) }
  },

  update: async (ctx, { params, body }) => ({
    message: 'Tool updated successfully',
    data: presentTool(await updateTool(ctx, params.id, fromApi(body))),
  }),

  delete: async (ctx, { params }) => {
    if (!(await deleteToolRow(ctx.db, ctx.account.id, params.id))) throw new Refusal('TOOL_NOT_FOUND')
    return { message: 'Tool deleted successfully' }
  },
}

function handlersOf(table: GroupTable, noun: string, notFoundCode: string): Handlers<typeof folders | typeof labels> {
  return {
    list: async (ctx) => ({
      data: (await selectGroups(ctx.db, table, ctx.account.id)).map(presentGroup),
    }),

    create: async (ctx, { body: { name, color = null } }) => {
      const group = await insertGroup(ctx.db, table, ctx.account.id, { name, color })
      if (!group) throw new InvalidInput(nameTaken)
      return { message: `${noun} created successfully`, data: presentGroup(group) }
    },

    update: async (ctx, { params: { id }, body: { name, color } }) => {
      const group = await updateGroup(ctx.db, table, ctx.account.id, { id, name, color }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new InvalidInput(nameTaken) : error
      })
      if (!group) throw new Refusal(notFoundCode)
      return { message: `${noun} updated successfully`, data: presentGroup(group) }
    },

    delete: async (ctx, { params: { id } }) => {
      if (!(await deleteGroup(ctx.db, table, ctx.account.id, id))) throw new Refusal(notFoundCode)
      return { message: `${noun} deleted successfully` }
    },
  }
}

export const folderHandlers = handlersOf('folders', 'Folder', 'FOLDER_NOT_FOUND')
export const labelHandlers = handlersOf('labels', 'Label', 'LABEL_NOT_FOUND')
