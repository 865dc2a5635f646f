import type { Account, AccountDraft, OpenSession } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import type { WireAccount, WireOpenSession } from '#contract/published/account.schema.ts'
import { accountDraftToWire, accountFromWire, openSessionFromWire } from '#contract/published/account.ts'
import type { ApiCall, ApiError } from './call.ts'

/** What an authenticator app needs, and what goes back with its first code. */
export type Enrolment = { secret: string; uri: string; enrolment: string }

/** The calls about the own account, for everybody who is signed in; `call` brings the token. All throw an `ApiError`. */
export const accountCalls = (call: ApiCall) => ({
  read: async (): Promise<Account> => accountFromWire((await call<{ account: WireAccount }>(paths.account)).account),
  /** Refusals to know: `form-incomplete`, `wrong-password` (`password`), `conflict`, `stale-version` (`currentAccount` reads who was faster). */
  save: async (draft: AccountDraft, version: number): Promise<{ message: string; account: Account }> => {
    type Reply = { msg: string; account: WireAccount }
    const { msg, account } = await call<Reply>(paths.account, { method: 'PUT', json: accountDraftToWire(draft, version) })
    return { message: msg, account: accountFromWire(account) }
  },
  /** Every other session ends. Throws `wrong-password` (`current`), `password-mismatch`. */
  changePassword: async (current: string, password: string, confirm: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(paths.accountPassword, { method: 'POST', json: { current, password, confirm } })
    return { message: msg }
  },
  /** The session that asks comes first. */
  sessions: async (): Promise<OpenSession[]> =>
    (await call<{ sessions: WireOpenSession[] }>(paths.accountSessions)).sessions.map(openSessionFromWire),
  endSession: async (id: string): Promise<void> => {
    await call(`${paths.accountSessions}/${encodeURIComponent(id)}`, { method: 'DELETE' })
  },
  endOtherSessions: async (): Promise<void> => {
    await call(paths.accountSessions, { method: 'DELETE' })
  },
  /** Where one is on, it takes the password. Throws `wrong-password` (`password`). */
  beginSecondFactor: (password?: string): Promise<Enrolment> =>
    call<Enrolment>(`${paths.secondFactor}/start`, { method: 'POST', json: { password } }),
  /** Gives the recovery codes, this once. Throws `second-factor-failed`, `ticket-spent`. */
  confirmSecondFactor: async (enrolment: string, code: string): Promise<string[]> =>
    (await call<{ recoveryCodes: string[] }>(`${paths.secondFactor}/confirm`, { method: 'POST', json: { enrolment, code } })).recoveryCodes,
  /** Throws `wrong-password` (`password`). */
  disableSecondFactor: async (password: string): Promise<void> => {
    await call(`${paths.secondFactor}/disable`, { method: 'POST', json: { password } })
  },
})

/** The account as it is now, from a `stale-version` refusal. */
export const currentAccount = ({ details }: ApiError): Account | undefined =>
  details.current ? accountFromWire(details.current as WireAccount) : undefined
