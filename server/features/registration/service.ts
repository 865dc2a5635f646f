import type { Registration } from '#contract/registration.ts'
import { isMinor, toIsoDate } from '#contract/rules/age.ts'
import { normalEmail, normalNationalId } from '#contract/rules/identity.ts'
import { registrationProblems } from '#contract/rules/registration.ts'
import { emailConfirmationDays } from '#contract/rules/retention.ts'
import { msPerDay } from '#contract/rules/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { confirmationLink, limitAttempts, normalPhone } from '#server/features/session/service.ts'
import { siteSettings } from '#server/features/settings/service.ts'
import { AppError, type FieldProblem } from '#server/lib/app-error.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { hashPassword } from '#server/lib/password.ts'
import { deleteLapsed, deleteUnconfirmed, holdAddress, identityThere, insertAccount, ownerOf } from './queries.ts'

/** An id that no account has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Students and coaches make their own accounts. */
export const registrationService = ({ config, database, mailer }: Pick<Core, 'config' | 'database' | 'mailer'>) => {
  const encryption = createFieldEncryption(config.SECRET_KEY ?? '')
  const { db } = database
  const perAddress = limitAttempts({ max: 5, seconds: 15 * 60 })

  /** The columns of a new account; throws what is wrong with the registration, all fields at once. */
  const columnsOf = async (who: Registration, now: Date) => {
    const today = toIsoDate(now)
    const problems: Record<string, FieldProblem['code']> = registrationProblems(who, today)
    const phone = normalPhone(who.phone)
    if (!phone && !problems.phone) problems.phone = 'bad-format'
    const fields = Object.entries(problems).map(([field, code]) => ({ field, code }))
    if (fields.length > 0 || !phone)
      throw new AppError(fields.some(({ code }) => code === 'required') ? 'form-incomplete' : 'bad-input', fields)
    const nationalId = normalNationalId(who.nationalId)
    const { role, firstName, lastName, birthDate, gender, lang } = who
    return {
      ...{ role, firstName, lastName, birthDate, gender, lang, phone },
      email: normalEmail(who.email),
      school: who.school || null,
      nationalId: encryption.encrypt(nationalId),
      nationalIdIndex: encryption.keyedHash(nationalId),
      // of somebody of age nothing is asked about a guardian, and nothing kept
      guardian: who.guardian && isMinor(birthDate, today) ? { ...who.guardian, consentAt: now.toISOString() } : null,
      passwordHash: await hashPassword(who.password),
      confirmUntil: mailer.isEnabled ? new Date(now.getTime() + emailConfirmationDays * msPerDay) : null,
    }
  }

  return {
    /**
     * Registers an account. Where mail can be sent, the answer and the work are the same whether or not somebody has the address, phone number or national ID: a mail
     * to the address says how to go on (a link that confirms it; or that there is an account; or that phone or ID are another's), and nobody signs in before the link
     * is opened. Without mail the account can be used at once, and `account-exists` says that one of the three is taken, not which. A registration that nobody has
     * confirmed gives way to a newer one with its address. With `trapped` (a field that no person fills) nothing is kept. Gives whether a link has to be opened.
     * Throws `form-incomplete`, `bad-input` (every field), `registration-closed`, `account-exists`, `too-many`.
     */
    register: async (who: Registration, trapped: boolean, requestId: string, write: RenderEmail): Promise<{ confirm: boolean }> => {
      if (!(await siteSettings(db, config.SITE_NAME)).features.registration) throw new AppError('registration-closed')
      const columns = await columnsOf(who, new Date())
      if (trapped) return { confirm: mailer.isEnabled }
      // whoever has the address is not flooded with mails
      if (mailer.isEnabled) perAddress.count(encryption.keyedHash(`registration ${columns.email}`))
      const { email, lang, firstName, lastName, role } = columns
      await inTransaction(db, async (tx) => {
        await holdAddress(tx, email)
        await deleteUnconfirmed(tx, email)
        const owner = await ownerOf(tx, email)
        const id = await insertAccount(tx, columns)
        if (!id && !mailer.isEnabled) throw new AppError('account-exists')
        // asked in any case: the work tells nothing
        const taken = await identityThere(tx, columns.phone, columns.nationalIdIndex)
        // who had it went between the two statements: the form is sent again
        if (!id && !owner && !taken) throw new AppError('overloaded')
        const entityId = id ?? owner?.id ?? nobody
        await writeAudit(tx, {
          actor: id ? { userId: id, name: `${firstName} ${lastName}`.trim(), requestId } : { userId: null, name: '', requestId },
          action: id ? 'create' : 'deny',
          entity: 'user',
          entityId,
          // of somebody who got no account nothing is kept
          after: id ? { firstName, lastName, email, role, guardian: columns.guardian } : null,
        })
        if (!mailer.isEnabled) return
        const link = await confirmationLink(tx, config.SITE_URL, { userId: id ?? nobody, email })
        const login = `${config.SITE_URL}/login/`
        if (id)
          await mailer.send(
            { to: email, lang, ...write('confirm', lang, { name: firstName, link, values: { days: emailConfirmationDays } }) },
            tx,
          )
        else if (owner) {
          const letter = write('known', owner.lang, { name: owner.firstName, link: login })
          await mailer.send({ to: owner.active ? email : null, lang: owner.lang, ...letter }, tx)
        } else await mailer.send({ to: email, lang, ...write('identityTaken', lang, { name: firstName, link: login }) }, tx)
      })
      return { confirm: mailer.isEnabled }
    },

    /** Takes away registrations that nobody confirmed within a week (`confirmDays`). Gives how many. */
    purge: (): Promise<number> => deleteLapsed(db),
  }
}
