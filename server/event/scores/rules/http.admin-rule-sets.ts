import { ruleSetTemplateKeys } from '#contract/event/scoring/rule-set.ts'
import {
  buildRuleSetFromTemplate,
  type GetTemplateLabel,
} from '#contract/event/scoring/rule-set-templates.ts'
import { ruleSetTemplates as ar } from '#i18n/ar/rule-set-templates.ts'
import { ruleSetTemplates as en } from '#i18n/en/rule-set-templates.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createRuleSetService } from './rule-set-service.ts'

const getTemplateLabel: GetTemplateLabel = (code, number) => {
  const fill = (text: string) => (number === undefined ? text : text.replace('{{number}}', String(number)))
  return { en: fill(en.labels[code]), ar: fill(ar.labels[code]) }
}

/** Registers the calls of the back office about the rule sets of events. */
export const createRuleSetAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const ruleSets = createRuleSetService(deps)

    implement('GET /api/admin/rule-set-templates', async () =>
      buildSuccessReply({
        templates: ruleSetTemplateKeys.map((key) => ({
          key,
          label: { en: en.names[key], ar: ar.names[key] },
          ruleSet: buildRuleSetFromTemplate(key, getTemplateLabel),
        })),
      }),
    )

    implement('GET /api/admin/events/:eventId/rule-set', async ({ params }) =>
      buildSuccessReply(await ruleSets.get(params.eventId)),
    )

    implement('POST /api/admin/events/:eventId/rule-set/preview', async ({ params, body }) =>
      buildSuccessReply(await ruleSets.preview(params.eventId, body.ruleSet)),
    )

    implement('PUT /api/admin/events/:eventId/rule-set', async (request) =>
      buildMessageReply(
        request,
        'saved',
        await ruleSets.save(request.params.eventId, request.body, getAuditActor(request)),
      ),
    )
  })
