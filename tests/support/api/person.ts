import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import type { AppOptions } from '#server/app.ts'
import { startMailServer } from '../services/mail-server.ts'
import { password, startSessionsApp } from './session.ts'

let numbers = 0
/** A valid Saudi ID that no other test of this file has. */
export const createUnusedSaudiId = (): string => {
  const body = `1${String(10_000_000 + ++numbers)}`
  const sum = Array.from(body).reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

export const guardian = { name: 'Huda Saleh', contact: '0501112223', textVersion: currentConsentVersion }
/** A registration that is right: of somebody of age, with an address, phone and ID of their own. */
export const createRegistration = (more: object = {}) => {
  const nationalId = createUnusedSaudiId()
  return {
    ...{
      role: 'student',
      firstName: 'Mona',
      lastName: 'Saleh',
      email: `mona${numbers}@school.test`,
      nationalId,
    },
    ...{
      phone: `05012${String(10_000 + numbers)}`,
      birthDate: '2000-05-06',
      gender: 1,
      school: 'Green School',
    },
    ...{ password, ...more },
  }
}

/** A running app with a mail server (`mail: false`: none), and what people do around their accounts. */
export const startAccountsApp = async ({
  mail = true,
  logger,
}: {
  mail?: boolean
  logger?: AppOptions['logger']
} = {}) => {
  const post = mail ? await startMailServer() : undefined
  const t = await startSessionsApp(post ? { SMTP_URL: post.url } : {}, logger === undefined ? {} : { logger })
  const register = (body: object, remoteAddress?: string, headers: Record<string, string> = {}) =>
    t.post('/api/register', body, headers, remoteAddress)
  const ask = (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    authorization: string,
    payload?: object,
  ) => t.app.inject({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) })
  const tokenIn = (text: string | undefined) => /#([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
  const enter = async (identity: string, password?: string) =>
    String((await t.signIn(identity, password)).headers.authorization)
  return {
    ...t,
    post,
    send: t.post,
    register,
    ask,
    tokenIn,
    enter,
    /** Opens the link of a confirmation; by default the page gets the password. */
    confirm: (
      token: string,
      proof: { browserSecret?: string | undefined; password?: string } = { password },
      headers: Record<string, string> = {},
    ) => t.post('/api/confirm-email', { token, ...proof }, headers),
    rows: async <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
      (await t.database.pool.query(query, values)).rows as T[],
    close: async () => {
      await t.close()
      await post?.close()
    },
  }
}
export type AccountsApp = Awaited<ReturnType<typeof startAccountsApp>>
