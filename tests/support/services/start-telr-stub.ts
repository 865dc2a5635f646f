import { startScript } from '../../faults/processes.ts'

type Told = {
  ref: string
  cartid: string
  status: number
  amount: string
  customer: Record<string, unknown>
  refunded: boolean
  /** In thousandths of the main unit. */
  refundedAmount: number
  test: string
}
export type GatewayAction = 'authorise' | 'hold' | 'release' | 'decline' | 'cancel' | 'expire'

/**
 * Starts the stub of the gateway (`telr.ts`) as a process. `env` are the settings of an installation that
 * uses it.
 */
export const startGatewayStub = async ({
  advice = 'none',
  port = 0,
}: {
  advice?: 'auto' | 'none'
  port?: number
} = {}) => {
  const running = startScript(
    'tests/support/services/telr.ts',
    { PORT: String(port), ADVICE: advice },
    { name: 'this user', ids: undefined },
  )
  const url = (await running.line('Telr is at')).replace('Telr is at ', '')
  const control = async <T>(path: string, body?: object): Promise<T> =>
    (
      await fetch(
        `${url}/control/${path}`,
        body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
      )
    ).json() as Promise<T>
  return {
    url,
    env: {
      TELR_URL: url,
      TELR_STORE: '1234',
      TELR_AUTH_KEY: 'test-key',
      TELR_ADVICE_SECRET: 'webhook-secret',
      TELR_TEST: 'on',
      // test payments pay for teams on demo installations only
      DEMO: 'on',
    },
    /** All orders, oldest first. */
    orders: () => control<Told[]>('orders'),
    /** The methods of all calls so far. */
    asked: () => control<string[]>('asked'),
    act: (ref: string, action: GatewayAction) => control<boolean>(`orders/${ref}/act`, { action }),
    /** Sends an advice and returns the status of the reply, or 0 without a reply. */
    advise: (
      ref: string,
      how: {
        forged?: boolean
        type?: string
        status?: string
        withOrder?: boolean
        ref?: string
        amount?: string
      } = {},
    ) => control<number>(`orders/${ref}/advise`, how),
    /** Changes the data of an order. */
    change: (ref: string, to: object) => control(`orders/${ref}/change`, to),
    /** Makes the next call of a method fail. */
    fail: (
      what: 'create' | 'check' | 'refund',
      how: 'drop' | 'drop-after' | '500' | 'garbage' | 'silence' | 'silence-after' | `E${string}`,
    ) => control('fail', { what, how }),
    /** Removes the remaining failures. */
    mend: () => control('mend', {}),
    stop: running.stop,
  }
}
