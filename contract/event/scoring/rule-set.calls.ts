import { defineCalls } from '../../platform/define-calls.ts'
import { adminScoresParams } from '../scores/score.schema.ts'
import {
  ruleSetStateResponse,
  ruleSetTemplatesResponse,
  savedRuleSetResponse,
  saveRuleSetRequest,
} from './rule-set.schema.ts'

/** The calls about rule set. */
export const ruleSetCalls = defineCalls(
  { tag: 'scores', audience: 'admin', permission: 'results' },
  {
    'GET /api/admin/rule-set-templates': {
      summary: 'The templates from which rule sets are made',
      regions: 'same',
      response: ruleSetTemplatesResponse,
    },
    'GET /api/admin/events/:eventId/rule-set': {
      summary: 'The rule set of an event; null for the default ranking',
      regions: 'event',
      params: adminScoresParams,
      response: ruleSetStateResponse,
    },
    'PUT /api/admin/events/:eventId/rule-set': {
      summary: 'Save a new version of the rule set of an event and compute all its entries again',
      regions: 'event',
      params: adminScoresParams,
      body: saveRuleSetRequest,
      response: savedRuleSetResponse,
    },
  },
)
