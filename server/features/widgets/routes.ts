// HTTP handlers for the widgets of assistants.
import type { widgets } from '#contract/conversations/widgets.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { checkWebsite } from './check-website.ts'
import { getWidget, getWidgetOfVisitor, setPicture, updateWidget } from './widget.ts'

export const widgetHandlers: Handlers<typeof widgets> = {
  get: async (ctx, { params }) => ({ data: toApi(await getWidget(ctx, params.id)) }),

  update: async (ctx, { params, body }) => ({
    message: 'Widget updated successfully',
    data: toApi(await updateWidget(ctx, params.id, body)),
  }),

  setPicture: async (ctx, { params, body }) => ({
    message: 'Picture set successfully',
    data: toApi(await setPicture(ctx, params.id, body.file)),
  }),

  removePicture: async (ctx, { params }) => ({
    message: 'Picture removed successfully',
    data: toApi(await setPicture(ctx, params.id, null)),
  }),

  check: async (ctx, { params, body }) => {
    const findings = await checkWebsite(ctx, params.id, body.url)
    return { data: { works: findings.every(({ passed }) => passed), findings } }
  },

  show: async (ctx, { params }, { setHeader }) => {
    const widget = await getWidgetOfVisitor(ctx, params.id)
    // The origin decides whether a website may have it, so caches keep one response for each.
    setHeader('vary', 'Origin')
    setHeader('cache-control', ctx.account ? 'private, no-store' : 'public, max-age=300')
    return { status: true, data: toApi(widget) }
  },
}
