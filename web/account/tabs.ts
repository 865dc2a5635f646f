/**
 * The parts of the account, in order. A new part is a line here and its page in `web/routes.ts`; `path` without the trailing slash of the first.
 * `name` is its text under `account`.
 */
export const accountTabs = [
  { name: 'teams', path: '/account/' },
  { name: 'scores', path: '/account/scores' },
  { name: 'payments', path: '/account/payments' },
  { name: 'data', path: '/account/data' },
] as const satisfies readonly { name: 'teams' | 'scores' | 'payments' | 'data'; path: string }[]
