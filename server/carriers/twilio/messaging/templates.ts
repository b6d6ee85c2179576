// Lists the templates of an account with their approvals, and submits new ones.
import type { Log } from '#server/platform/observability/log.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { Carrier } from '#server/ports/carrier.ts'
import type { Api } from '../rest/api.ts'
import { unreadable } from '../rest/failures.ts'
import { sidOf } from '../rest/json.ts'
import { toTemplate } from './template-content.ts'

export function createTemplates(api: Api, log: Log): Pick<Carrier, 'listTemplates' | 'submitTemplate'> {
  return {
    listTemplates: async (account) => {
      const found = await api.list(account, 'content', '/v1/ContentAndApprovals?PageSize=500', 'contents')
      return found.map((content) => toTemplate(content, content.approval_requests)).filter(({ sid }) => sid !== '')
    },
    submitTemplate: async (account, template) => {
      const { name, language, category, bodyText, samples } = template
      const content = await api.postJson(account, 'content', '/v1/Content', {
        friendly_name: name,
        language,
        variables: samples,
        types: { 'twilio/text': { body: bodyText } },
      })
      const sid = sidOf(content.sid)
      if (sid === null || !/^HX[0-9a-f]{32}$/i.test(sid)) throw unreadable('write')
      try {
        const request = { name, category: category.toUpperCase() }
        const path = `/v1/Content/${sid}/ApprovalRequests/whatsapp`
        return toTemplate(content, await api.postJson(account, 'content', path, request))
      } catch (refusal) {
        const isRefused = refusal instanceof OutsideError && refusal.code !== 'outcome_unknown'
        if (isRefused) {
          await api.remove(account, 'content', `/v1/Content/${sid}`).catch((error: unknown) => {
            log.warn({ error, sid }, 'a rejected template could not be deleted at the carrier')
          })
        }
        throw refusal
      }
    },
  }
}
