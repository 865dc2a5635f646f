import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import { westernDigits } from '#contract/rules/identity.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import { passwordCheck } from './check-password.ts'
import { codeFailures, codeTries, type Limits, lifetimes } from './limits.ts'
import {
  type Account,
  accountOf,
  advanceTotpStep,
  deleteSessionsOf,
  setSecondFactor,
  spendRecoveryCode,
  takeTicket,
  tryTicket,
} from './queries.ts'
import { countFailedCode, uncountFailedCode } from './queries-second-factor.ts'
import type { Origin } from './service.ts'
import { tokenHash } from './tokens.ts'

type Parts = Pick<Core, 'config' | 'database' | 'mailer'> & {
  encryption: FieldEncryption
  limits: Limits
  forgiveSignIn: (account: Account, from: Origin) => void
  openSession: (account: { id: string; role: AuthenticatedUser['role'] }, from: Origin) => Promise<string>
}
/** `proved`: the password was given, so that it may replace one that is on. */
type Enrolment = { userId: string; secret: string; until: number; proved: boolean }

const recoveryCodeCount = 10
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Ten characters of 31: about 50 bits, enough behind five tries a challenge. */
const recoveryCode = () => {
  const text = Array.from(randomBytes(40))
    .filter((byte) => byte < 248)
    .slice(0, 10)
    .map((byte) => letters[byte % 31])
    .join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}
const plainCode = (code: string) =>
  westernDigits(code)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** A code by time (RFC 6238; 30 s, one step of tolerance), or one of ten recovery codes, after the password. */
export const secondFactorService = ({ config, database, mailer, encryption, limits, forgiveSignIn, openSession }: Parts) => {
  const { db } = database
  const codeIndex = (userId: string, code: string) => encryption.keyedHash(`recovery ${userId} ${code}`)

  /** The time step of a good code, or undefined. `after` is the last step that was used. */
  const stepOf = async (secret: string, code: string, after: number | null): Promise<number | undefined> => {
    if (!/^\d{6}$/.test(code)) return undefined
    const result = await verify({ secret, token: code, epochTolerance: 30, ...(after === null ? {} : { afterTimeStep: after }) })
    return result.valid && 'timeStep' in result ? result.timeStep : undefined
  }

  const checkPassword = passwordCheck({ db, limits })

  /** Tells the owner that somebody who knows the password types wrong codes. */
  const mailOwner = ({ email, lang, firstName, role }: Account, write: RenderEmail) => {
    const link = `${config.SITE_URL}/forgot-password/${role === 'admin' ? '?from=admin' : ''}`
    const values = { count: codeFailures.noticeAt, max: codeFailures.max }
    return mailer.send({ to: email, lang, ...write('wrongCodes', lang, { name: firstName, link, values }) })
  }
  const isOn = async (tx: Db, userId: string) => Boolean((await accountOf(tx, userId))?.totpSecret)

  return {
    /**
     * The second step of signing in: a challenge and a code give a session. A code works once, a challenge takes five tries, an account ten wrong codes an hour.
     * Throws `ticket-spent` (ask for the password again), `second-factor-failed`, `too-many`.
     */
    pass: async (challenge: string, typed: string, from: Origin, write: RenderEmail): Promise<{ token: string }> => {
      const hashed = tokenHash(challenge)
      const tried = await tryTicket(db, 'second-factor', hashed, codeTries)
      const account = tried && (await accountOf(db, tried.userId))
      if (!account?.active || !account.totpSecret) throw new AppError('ticket-spent')
      const counted = await countFailedCode(db, account.id, codeFailures)
      if ('retryAfter' in counted) throw new AppError('too-many', [], counted)
      const code = plainCode(typed)
      const step = await stepOf(encryption.decrypt(account.totpSecret), code, account.totpStep)
      const good =
        step === undefined
          ? await spendRecoveryCode(db, account.id, codeIndex(account.id, code))
          : await advanceTotpStep(db, account.id, step)
      if (!good) {
        if (counted.failures === codeFailures.noticeAt) await mailOwner(account, write)
        throw new AppError('second-factor-failed')
      }
      await uncountFailedCode(db, account.id)
      if (!(await takeTicket(db, 'second-factor', hashed))) throw new AppError('ticket-spent')
      forgiveSignIn(account, from)
      return { token: await openSession(account, from) }
    },

    /**
     * Begins switching it on; nothing is stored until a first code proves that the app has the secret. Where one is on, a device that is merely signed in must
     * not replace it: that takes the password. Throws `wrong-password`, `too-many`.
     */
    start: async (who: AuthenticatedUser, password = '') => {
      const proved = await isOn(db, who.userId)
      if (proved) await checkPassword(who, password, 'password')
      const secret = generateSecret()
      const enrolment: Enrolment = { userId: who.userId, secret, until: Date.now() + lifetimes.challenge * 60_000, proved }
      return {
        secret,
        uri: generateURI({ issuer: config.SITE_NAME, label: who.email, secret }),
        enrolment: encryption.encrypt(JSON.stringify(enrolment)),
      }
    },

    /** Switches it on and gives the recovery codes, which are shown once. Other sessions end. Throws `ticket-spent`, `second-factor-failed`. */
    confirm: async (who: AuthenticatedUser, sealed: string, typed: string, actor: Actor): Promise<string[]> => {
      limits.account.count(who.userId)
      let enrolment: Enrolment
      try {
        enrolment = JSON.parse(encryption.decrypt(sealed)) as Enrolment
      } catch (error) {
        throw new AppError('ticket-spent', [], undefined, { cause: error })
      }
      if (enrolment.userId !== who.userId || enrolment.until < Date.now()) throw new AppError('ticket-spent')
      const step = await stepOf(enrolment.secret, plainCode(typed), null)
      if (step === undefined) throw new AppError('second-factor-failed')
      const codes = Array.from({ length: recoveryCodeCount }, recoveryCode)
      await inTransaction(db, async (tx) => {
        // one that was begun before the other was on
        if (!enrolment.proved && (await isOn(tx, who.userId))) throw new AppError('ticket-spent')
        const codeHashes = codes.map((code) => codeIndex(who.userId, plainCode(code)))
        await setSecondFactor(tx, who.userId, { sealed: encryption.encrypt(enrolment.secret), step, codeHashes })
        await deleteSessionsOf(tx, who.userId, who.sessionId)
        await writeAudit(tx, { actor, action: 'second-factor-on', entity: 'user', entityId: who.userId, after: { email: who.email } })
      })
      limits.account.forgive(who.userId)
      return codes
    },

    /** Switches it off, with the password. Throws `wrong-password` for a wrong one. */
    disable: async (who: AuthenticatedUser, password: string, actor: Actor) => {
      await checkPassword(who, password, 'password')
      await inTransaction(db, async (tx) => {
        await setSecondFactor(tx, who.userId, null)
        await writeAudit(tx, { actor, action: 'second-factor-off', entity: 'user', entityId: who.userId, after: { email: who.email } })
      })
    },
  }
}
