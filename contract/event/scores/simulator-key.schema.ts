import { defineCalls } from '../../platform/define-calls.ts'
import { singleLineField } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { adminScoresParams } from './score.schema.ts'
import { scoreLimits } from './score.ts'

const simulatorKeyParams = adminScoresParams.extend({ keyId: z.uuid() })

const simulatorKey = z
  .object({
    id: z.string(),
    label: z.string(),
    hint: z.string().describe('the last four characters of the key'),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'SimulatorKey' })

/** A key with which the simulator posts scores. The key itself is shown once, when it is created. */
export type SimulatorKey = z.infer<typeof simulatorKey>

const simulatorKeysResponse = createSuccessResponseSchema({ keys: z.array(simulatorKey) })
const createSimulatorKeyRequest = z.object({
  label: singleLineField(scoreLimits.keyLabel).default(''),
})
/** `secret` is the key itself; no later call returns it. */
const createdSimulatorKeyResponse = createMessageAndDataResponseSchema({
  key: simulatorKey,
  secret: z.string(),
})

/** The calls about simulator key. */
export const simulatorKeyCalls = defineCalls(
  { tag: 'scores', audience: 'admin', permission: 'results' },
  {
    'GET /api/admin/events/:eventId/keys': {
      summary: 'The keys of the simulator',
      params: adminScoresParams,
      response: simulatorKeysResponse,
    },
    'POST /api/admin/events/:eventId/keys': {
      summary: 'Create a key; no later call returns its `secret`',
      params: adminScoresParams,
      body: createSimulatorKeyRequest,
      returnsSecret: true,
      response: createdSimulatorKeyResponse,
    },
    'DELETE /api/admin/events/:eventId/keys/:keyId': {
      summary: 'Revoke a key',
      params: simulatorKeyParams,
      response: messageOnlyResponse,
    },
  },
)
