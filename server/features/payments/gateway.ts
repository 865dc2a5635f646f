import type { Core } from '#server/deps.ts'
import { createTelrClient, type TelrClient } from '#server/lib/telr.ts'
import { createDemoGateway } from './demo-gateway.ts'

/** The gateway of an installation. `adviceSecret` signs its notifications; without one they are rejected. */
export type PaymentGateway = TelrClient & {
  /** The gateway is the stand-in of the demo content. */
  isDemo: boolean
  adviceSecret: string | undefined
  /** Whether new payments can be started. */
  isAvailable: () => Promise<boolean>
}

/**
 * Creates the client of the gateway: Telr with credentials, the stand-in on an installation with demo content (see demo-gateway.ts), else undefined.
 */
export const createPaymentGateway = ({ config, database }: Pick<Core, 'config' | 'database'>): PaymentGateway | undefined => {
  const { TELR_URL, TELR_STORE, TELR_AUTH_KEY, TELR_REMOTE_KEY, TELR_ADVICE_SECRET, TELR_TEST } = config
  if (!TELR_STORE || !TELR_AUTH_KEY) return createDemoGateway({ config, database })
  const client = createTelrClient({
    url: TELR_URL,
    store: TELR_STORE,
    authKey: TELR_AUTH_KEY,
    remoteKey: TELR_REMOTE_KEY ?? TELR_AUTH_KEY,
    test: TELR_TEST ?? true,
  })
  return { ...client, isDemo: false, adviceSecret: TELR_ADVICE_SECRET, isAvailable: async () => true }
}
