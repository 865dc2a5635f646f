import type { Localized } from '#contract/localized.ts'
import { paths } from '#contract/paths.ts'
import type { RuleSet, RuleSetPreview, RuleSetState, RuleSetTemplateKey } from '#contract/rule-set.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

/** A template with its name. */
export type RuleSetTemplate = { key: RuleSetTemplateKey; label: Localized; ruleSet: RuleSet }

/** Creates the calls of the back office about the rule sets of events. */
export const createAdminRuleSetApi = (call: ApiCall) => ({
  listTemplates: async (): Promise<RuleSetTemplate[]> =>
    (await call<{ templates: RuleSetTemplate[] }>(paths.adminRuleSetTemplates)).templates,
  get: (eventId: string): Promise<RuleSetState> => call(paths.adminRuleSet(eventId)),
  /** Returns which ranks a rule set would change; null is the default ranking. */
  preview: (eventId: string, ruleSet: RuleSet | null): Promise<RuleSetPreview> =>
    call(paths.adminRuleSetPreview(eventId), { method: 'POST', json: { ruleSet } }),
  /** Saves a new version. `version` is the one that was read. Throws `stale-version` when there is a newer one. */
  save: (eventId: string, ruleSet: RuleSet | null, version: number | null): Promise<{ msg: string; version: number | null }> =>
    call(paths.adminRuleSet(eventId), { method: 'PUT', json: { ruleSet, version } }),
})
