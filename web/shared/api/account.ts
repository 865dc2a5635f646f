import type { Account, AccountUpdate, ActiveSession } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import type { ConfirmationMethod, SecondFactorSetup } from '#contract/session.ts'
import type { ApiCall, ApiError } from './call.ts'

/** Creates the calls about the signed-in user's own account; `call` sends the token. All throw an `ApiError`. */
export const createAccountApi = (call: ApiCall) => ({
  read: async (): Promise<Account> => (await call<{ account: Account }>(paths.account)).account,

  /** Throws `form-incomplete`, `wrong-password` (`password`), `conflict`, `stale-version` (`findCurrentAccountInError` returns the newest version). */
  update: async (update: AccountUpdate, version: number): Promise<{ message: string; account: Account }> => {
    const json = { ...update, version }
    const { msg, account } = await call<{ msg: string; account: Account }>(paths.account, { method: 'PUT', json })
    return { message: msg, account }
  },

  /** Ends all other sessions. Throws `wrong-password` (`current`), `password-mismatch`. */
  changePassword: async (current: string, password: string, confirm: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(paths.accountPassword, { method: 'POST', json: { current, password, confirm } })
    return { message: msg }
  },

  /** Mails the link that confirms the address of the account. Returns the message for the user. */
  sendEmailConfirmation: async (): Promise<string> => (await call<{ msg: string }>(paths.accountEmailConfirmation, { method: 'POST' })).msg,

  /** Sets whether the user gets news by mail. Returns the message for the user. */
  setReceivesNews: async (receivesNews: boolean): Promise<string> =>
    (await call<{ msg: string }>(paths.accountNews, { method: 'PUT', json: { receivesNews } })).msg,

  /** Lists the open sessions, the current one first. */
  listSessions: async (): Promise<ActiveSession[]> => (await call<{ sessions: ActiveSession[] }>(paths.accountSessions)).sessions,
  endSession: async (id: string): Promise<void> => {
    await call(`${paths.accountSessions}/${encodeURIComponent(id)}`, { method: 'DELETE' })
  },
  endOtherSessions: async (): Promise<void> => {
    await call(paths.accountSessions, { method: 'DELETE' })
  },

  /** Confirms the session, for calls that need it. Throws `wrong-password` (`password`), `second-factor-failed`, `too-many`. */
  confirmIdentity: async (method: ConfirmationMethod, value: string): Promise<void> => {
    await call(paths.accountConfirm, { method: 'POST', json: { [method]: value } })
  },

  /** Replacing an active second factor needs the password. Throws `wrong-password` (`password`). */
  startSecondFactor: (password?: string): Promise<SecondFactorSetup> =>
    call<SecondFactorSetup>(`${paths.secondFactor}/start`, { method: 'POST', json: { password } }),
  /** Returns the recovery codes, which the server shows only once. Throws `second-factor-failed`, `ticket-spent`. */
  confirmSecondFactor: async (enrolment: string, code: string): Promise<string[]> =>
    (await call<{ recoveryCodes: string[] }>(`${paths.secondFactor}/confirm`, { method: 'POST', json: { enrolment, code } })).recoveryCodes,
  /** Throws `wrong-password` (`password`). */
  disableSecondFactor: async (password: string): Promise<void> => {
    await call(`${paths.secondFactor}/disable`, { method: 'POST', json: { password } })
  },
})

/** Returns the newest version of the account from a `stale-version` error. */
export const findCurrentAccountInError = ({ details }: ApiError): Account | undefined => details.current as Account | undefined
