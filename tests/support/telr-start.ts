import { startScript } from '../faults/processes.ts'

type Told = {
  ref: string
  cartid: string
  status: number
  amount: string
  customer: Record<string, unknown>
  refunded: boolean
  test: string
}
export type GatewayAction = 'authorise' | 'hold' | 'release' | 'decline' | 'cancel' | 'expire'

/** The stand-in gateway (tests/support/telr.ts), started as a process. `env` is what an installation has to be set with to use it. */
export const startGatewayStub = async ({ advice = 'none', port = 0 }: { advice?: 'auto' | 'none'; port?: number } = {}) => {
  const running = startScript('tests/support/telr.ts', { PORT: String(port), ADVICE: advice }, { name: 'this user', ids: undefined })
  const url = (await running.line('Telr is at')).replace('Telr is at ', '')
  const control = async <T>(path: string, body?: object): Promise<T> =>
    (await fetch(`${url}/control/${path}`, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })).json() as Promise<T>
  return {
    url,
    env: {
      TELR_URL: url,
      TELR_STORE: '1234',
      TELR_AUTH_KEY: 'test-key',
      TELR_ADVICE_SECRET: 'webhook-secret',
    },
    /** All orders, in the order in which they were made. */
    orders: () => control<Told[]>('orders'),
    /** The methods of all calls so far. */
    asked: () => control<string[]>('asked'),
    act: (ref: string, action: GatewayAction) => control<boolean>(`orders/${ref}/act`, { action }),
    /** Sends an advice, and gives the status of the answer; 0 when there was none. */
    advise: (ref: string, how: { forged?: boolean; type?: string; status?: string; withOrder?: boolean } = {}) =>
      control<number>(`orders/${ref}/advise`, how),
    /** Gives an order other data than it was made with. */
    change: (ref: string, to: object) => control(`orders/${ref}/change`, to),
    /** The next call of a method goes wrong. */
    fail: (
      what: 'create' | 'check' | 'refund',
      how: 'drop' | 'drop-after' | '500' | 'garbage' | 'silence' | 'silence-after' | `E${string}`,
    ) => control('fail', { what, how }),
    /** Nothing goes wrong any more. */
    mend: () => control('mend', {}),
    stop: running.stop,
  }
}
