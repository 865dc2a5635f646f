import type { Account, AccountUpdate } from '#contract/accounts/account.schema.ts'
import type { NewCredential, SignedChallenge } from '#contract/accounts/passkey.schema.ts'
import type { ConfirmationMethod } from '#contract/accounts/session.ts'
import type { CreateProtestRequest } from '#contract/event/protest.schema.ts'
import type { ApiError } from './call.ts'
import type { ProviderReturn } from './session.ts'
import { callApi as call, requestApi as request } from './with-token.ts'

/**
 * The API client of the account and its data; in the browser only, because it needs the token. All calls
 * throw an `ApiError`.
 */
export const accountApi = {
  account: {
    read: async () => (await call('GET /api/account')).account,

    /**
     * Throws `form-incomplete`, `wrong-password` (`password`), `conflict`, `stale-version`
     * (`findCurrentAccountInStaleError` returns the newest version).
     */
    update: async (update: AccountUpdate, version: number) => {
      const { msg, account } = await call('PUT /api/account', { json: { ...update, version } })
      return { message: msg, account }
    },

    /** Ends all other sessions. Throws `wrong-password` (`current`), `password-mismatch`. */
    changePassword: async (current: string, password: string, confirm: string) => ({
      message: (await call('POST /api/account/password', { json: { current, password, confirm } })).msg,
    }),

    /** Emails the link that confirms the address of the account. Returns the message for the user. */
    sendEmailConfirmation: async () => (await call('POST /api/account/email-confirmation')).msg,

    /** Sets whether the user gets news by email. Returns the message for the user. */
    setReceivesNews: async (receivesNews: boolean) =>
      (await call('PUT /api/account/news', { json: { receivesNews } })).msg,

    /** Lists the open sessions, the current one first. */
    listSessions: async () => (await call('GET /api/account/sessions')).sessions,
    endSession: async (sessionId: string): Promise<void> => {
      await call('DELETE /api/account/sessions/:sessionId', { params: { sessionId } })
    },
    endOtherSessions: async (): Promise<void> => {
      await call('DELETE /api/account/sessions')
    },

    /**
     * Confirms the session, for calls that need it. Throws `wrong-password` (`password`),
     * `second-factor-failed`, `too-many`.
     */
    confirmIdentity: async (method: ConfirmationMethod, value: string): Promise<void> => {
      await call('POST /api/account/confirm', { json: { [method]: value } })
    },

    /** Lists the accounts at the sign-in provider that are linked to the own one. */
    listProviderLinks: async () => (await call('GET /api/account/provider-links')).links,
    /** Returns the address of the sign-in provider. Throws `provider-away`. */
    startProvider: async (browserSecret: string, purpose: 'link' | 'confirm') =>
      (await call('POST /api/account/provider-links/start', { json: { browserSecret, purpose } })).url,
    /** Links the account at the provider, or confirms the session. Throws `provider-failed`, `provider-linked`. */
    finishProvider: async (json: ProviderReturn): Promise<void> => {
      await call('POST /api/account/provider-links/finish', { json })
    },
    removeProviderLink: async (linkId: string): Promise<void> => {
      await call('DELETE /api/account/provider-links/:linkId', { params: { linkId } })
    },

    /** Lists the own passkeys, the oldest first. */
    listPasskeys: async () => (await call('GET /api/account/passkeys')).passkeys,
    /** Returns what the browser needs to make a passkey. Throws `passkey-limit`. */
    startAddingPasskey: async () => (await call('POST /api/account/passkeys/options')).options,
    /** Returns the recovery codes that the first second factor gets, else none. Throws `passkey-failed`. */
    addPasskey: (name: string, credential: NewCredential) =>
      call('POST /api/account/passkeys', { json: { name, credential } }),
    /** Throws `passkey-last` when the passkey is the only second factor of the account. */
    removePasskey: async (passkeyId: string): Promise<void> => {
      await call('DELETE /api/account/passkeys/:passkeyId', { params: { passkeyId } })
    },
    /** Returns what the browser needs to confirm the session with a passkey. */
    startConfirmingWithPasskey: async () => (await call('POST /api/account/confirm/passkey-options')).options,
    /** Throws `passkey-failed`, `too-many`. */
    confirmWithPasskey: async (credential: SignedChallenge): Promise<void> => {
      await call('POST /api/account/confirm/passkey', { json: { credential } })
    },

    /** Replacing an active second factor needs the password. Throws `wrong-password` (`password`). */
    startSecondFactor: (password?: string) =>
      call('POST /api/account/second-factor/start', { json: { password } }),
    /**
     * Returns the recovery codes, which the server shows only once. Throws `second-factor-failed`,
     * `ticket-spent`.
     */
    confirmSecondFactor: async (enrolment: string, code: string) =>
      (await call('POST /api/account/second-factor/confirm', { json: { enrolment, code } })).recoveryCodes,
    /** Throws `wrong-password` (`password`). */
    disableSecondFactor: async (password: string): Promise<void> => {
      await call('POST /api/account/second-factor/disable', { json: { password } })
    },
  },

  certificates: {
    listOfAccount: () => call('GET /api/account/certificates'),
  },

  /** Requests for reviews of results. */
  protests: {
    /** Lists the results of the account and of its teams in events with protests. */
    list: async () => (await call('GET /api/account/protests')).entries,
    /**
     * Asks for a review under an id (UUID) that the form generated; a repeat is harmless. Throws
     * `protests-closed`, `protest-exists`.
     */
    create: async (protestId: string, json: CreateProtestRequest) => ({
      message: (await call('PUT /api/account/protests/:protestId', { params: { protestId }, json })).msg,
    }),
    /** Throws `protest-not-open` for an answered protest. */
    withdraw: async (protestId: string) => ({
      message: (await call('DELETE /api/account/protests/:protestId', { params: { protestId } })).msg,
    }),
  },

  /** The signed-in user's personal data. */
  ownData: {
    /** Lists the user's scores, the newest first. */
    listScores: async () => (await call('GET /api/account/scores')).scores,

    /** Downloads everything that is stored about the user, as one JSON file. */
    downloadCopy: async (): Promise<Blob> => (await request('GET /api/account/export')).blob(),

    /** Throws `wrong-password` (`password`). */
    requestErasure: async (password: string) => {
      const { msg, erasureRequestedAt } = await call('POST /api/account/erasure', { json: { password } })
      return { message: msg, requestedAt: erasureRequestedAt }
    },
    /** Throws `not-found` when no request is open. */
    withdrawErasure: async () => ({ message: (await call('DELETE /api/account/erasure')).msg }),
  },
}

/** Returns the newest version of the account from a `stale-version` error. */
export const findCurrentAccountInStaleError = ({ details }: ApiError): Account | undefined =>
  details.current as Account | undefined
