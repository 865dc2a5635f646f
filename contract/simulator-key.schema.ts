import { singleLineField } from './fields.schema.ts'
import { createMessageResponseSchema, createSuccessResponseSchema } from './response.schema.ts'
import { adminScoresParams } from './score.schema.ts'
import { scoreLimits } from './score.ts'
import { z } from './z.ts'

export const simulatorKeyParams = adminScoresParams.extend({ keyId: z.uuid() })

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

export const simulatorKeysResponse = createSuccessResponseSchema({ keys: z.array(simulatorKey) })
export const createSimulatorKeyRequest = z.object({
  label: singleLineField(scoreLimits.keyLabel).default(''),
})
/** `secret` is the key itself; no later call returns it. */
export const createdSimulatorKeyResponse = createMessageResponseSchema({
  key: simulatorKey,
  secret: z.string(),
})
