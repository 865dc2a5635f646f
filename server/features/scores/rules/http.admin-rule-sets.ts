import { paths } from '#contract/paths.ts'
import {
  previewRuleSetRequest,
  ruleSetStateResponse,
  ruleSetTemplatesResponse,
  savedRuleSetResponse,
  saveRuleSetRequest,
} from '#contract/rule-set.schema.ts'
import { type RuleSetTemplateKey, ruleSetTemplateKeys } from '#contract/rule-set.ts'
import { ruleSetPreviewResponse } from '#contract/rule-set-preview.schema.ts'
import { buildRuleSetTemplate, type GetTemplateLabel } from '#contract/rules/rule-set-templates.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import { ruleSetTemplates as ar } from '#i18n/ar/rule-set-templates.ts'
import { ruleSetTemplates as en } from '#i18n/en/rule-set-templates.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createRuleSetService } from './rule-set-service.ts'

/** The number of rounds, games or runs that a template starts with. */
const templateRounds = 3
const getTemplateLabel: GetTemplateLabel = (code, number) => {
  const fill = (text: string) => (number === undefined ? text : text.replace('{{number}}', String(number)))
  return { en: fill(en.labels[code]), ar: fill(ar.labels[code]) }
}
/** Returns a template with its texts in both languages. */
const buildLocalizedRuleSetTemplate = (key: RuleSetTemplateKey) =>
  buildRuleSetTemplate(key, templateRounds, getTemplateLabel)

/** Registers the calls of the back office about the rule sets of events. */
export const ruleSetAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'scores', 'results', async (app) => {
    const ruleSets = createRuleSetService(deps)
    const path = '/api/admin/events/:eventId/rule-set'

    app.get(
      paths.adminRuleSetTemplates,
      {
        schema: {
          summary: 'The templates from which rule sets are made',
          response: { 200: ruleSetTemplatesResponse },
        },
      },
      async () =>
        buildSuccessReply({
          templates: ruleSetTemplateKeys.map((key) => ({
            key,
            label: { en: en.names[key], ar: ar.names[key] },
            ruleSet: buildLocalizedRuleSetTemplate(key),
          })),
        }),
    )

    app.get(
      path,
      {
        schema: {
          summary: 'The rule set of an event; null for the default ranking',
          params: adminScoresParams,
          response: { 200: ruleSetStateResponse },
        },
      },
      async ({ params }) => buildSuccessReply(await ruleSets.get(params.eventId)),
    )

    app.post(
      `${path}/preview`,
      {
        schema: {
          summary: 'Which ranks and matches a rule set would change',
          params: adminScoresParams,
          body: previewRuleSetRequest,
          response: { 200: ruleSetPreviewResponse },
        },
      },
      async ({ params, body }) => buildSuccessReply(await ruleSets.preview(params.eventId, body.ruleSet)),
    )

    app.put(
      path,
      {
        schema: {
          summary: 'Save a new version of the rule set of an event and compute all its entries again',
          params: adminScoresParams,
          body: saveRuleSetRequest,
          response: { 200: savedRuleSetResponse },
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'saved',
          await ruleSets.save(request.params.eventId, request.body, getAuditActor(request)),
        ),
    )
  })
