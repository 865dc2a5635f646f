import { readConfig } from '#server/config.ts'
import { createPaymentAndRefundService } from '#server/money/payments/service.ts'
import { createDatabasePools } from '#server/platform/db/open.ts'

/**
 * A process that does one thing with a payment, to be killed in the middle of it. Settings: `CONNECTION` (of
 * the database, JSON), `DO`, `ID`, `PAYER` and those of the gateway.
 */
const { CONNECTION = '{}', DO = '', ID = '', PAYER = '' } = process.env
const database = createDatabasePools(JSON.parse(CONNECTION), {
  log: { info: () => {}, warn: () => {}, error: () => {} },
})
const service = createPaymentAndRefundService({ config: readConfig(process.env), database })
const payer = {
  userId: PAYER,
  permissions: ['finance'],
  regionLimit: null,
  needsSecondFactorSetup: false,
} as const
const actor = { userId: null, name: 'test' }
process.stdout.write('begins\n')
if (DO === 'start') await service.start(ID, payer, 'en')
if (DO === 'look') await service.sync(ID, payer, 'return')
if (DO === 'refund') await service.refund({ id: ID, reason: 'killed', atGateway: false, actor })
process.stdout.write('done\n')
await database.close()
