import { normalEmail, normalNationalId } from '#contract/rules/identity.ts'
import { findNationalIdProblem } from '#contract/rules/national-id.ts'
import { missingUserFields } from '#contract/rules/user.ts'
import type { Upload } from '#contract/upload.ts'
import type { UserEdit, UserFilter, UserRecord } from '#contract/user.ts'
import { getSqlState, getViolatedConstraint } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { users } from '#server/db/schema/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { lockPresent, purgeDeleted, restoreDeleted, softDelete, updateAudited } from '#server/features/crud/soft-delete.ts'
import { dropResetLinks, normalPhone, signOutEverywhere } from '#server/features/session/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertVersion } from '#server/lib/assert-version.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { decryptAndMaskNationalId } from '#server/lib/masked-national-id.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { hashPassword } from '#server/lib/password.ts'
import { saveWithImages } from '#server/lib/save-images.ts'
import { csvOfUsers } from './export.ts'
import {
  eachUser,
  insertUser,
  listUsers,
  otherAdminThere,
  toUser as sealedUser,
  type UserListQuery,
  type UserRow,
  userOf,
} from './queries.ts'

/** A user for the audit log, which masks the password hash: only that it changed is visible. */
export const userToAudit = ({ firstName, lastName, email, phone, gender, age, avatar, role, missionType, active, ...row }: UserRow) => ({
  ...{ firstName, lastName, email, phone, gender, age, avatar, role, missionType, active },
  nationalId: row.nationalId,
  passwordHash: row.passwordHash,
  version: row.version,
  deletedAt: row.deletedAt,
})

/** How users are deleted with undo, and what the audit log shows of them. */
const target = { table: users, entity: 'user', toAudit: userToAudit } as const

const nameOf = ({ firstName, lastName }: UserRow) => ({ firstName, lastName })

const own = (field: string) => new AppError('own-account', [{ field, code: 'unexpected-field' }])

/** Maps a violated unique index to a `conflict` at the field whose value another account has. */
const mapTaken = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (getSqlState(error) !== '23505') throw error
    const constraint = getViolatedConstraint(error)
    const field = constraint.includes('phone') ? 'phone' : constraint.includes('national') ? 'nationalId' : 'email'
    throw new AppError('conflict', [{ field, code: 'taken' }], undefined, { cause: error })
  }
}

/** The calls of the back office about accounts. */
export const userService = ({ config, database, files }: Pick<Core, 'config' | 'database' | 'files'>) => {
  const { db } = database
  const encryption = createFieldEncryption(config.SECRET_KEY ?? '')
  const shown = (user: UserRecord): UserRecord => ({ ...user, nationalId: decryptAndMaskNationalId(encryption, user.nationalId) })
  const toUser = (row: UserRow) => shown(sealedUser(row))

  /** Administrators cannot deactivate, demote or delete themselves, nor the last administrator. */
  const assertReplaceable = async (tx: Db, before: UserRow, actor: Actor, field: string) => {
    if (before.id === actor.userId) throw own(field)
    if (before.role === 'admin' && before.active && !(await otherAdminThere(tx, before.id)))
      throw new AppError('last-admin', [{ field, code: 'unexpected-field' }])
  }

  /** The columns that an edit sets. */
  const columnsOf = async (edit: UserEdit) => {
    const { lastName, gender, age, role, missionType, password } = edit
    const phone = normalPhone(edit.phone)
    if (!phone) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
    // the organizers saw the document: only its own form is checked
    const nationalId = edit.nationalId === undefined ? undefined : normalNationalId(edit.nationalId)
    if (nationalId !== undefined && findNationalIdProblem(nationalId))
      throw new AppError('bad-input', [{ field: 'nationalId', code: 'bad-national-id' }])
    const identity =
      nationalId === undefined ? {} : { nationalId: encryption.encrypt(nationalId), nationalIdIndex: encryption.keyedHash(nationalId) }
    const passwordHash = password === undefined ? undefined : await hashPassword(password)
    return {
      firstName: edit.firstName,
      email: normalEmail(edit.email),
      phone,
      ...omitUndefined({ lastName, gender, age, role, missionType, passwordHash }),
      ...identity,
    }
  }
  type Columns = Awaited<ReturnType<typeof columnsOf>> & { avatar?: string | null }

  const change = async (tx: Db, id: string, version: number | undefined, columns: Columns, actor: Actor) => {
    const before = await lockPresent(tx, target, id)
    await assertVersion(version, before, () => toUser(before))
    const { role = before.role, email, passwordHash } = columns
    // the profile asks for the password of now before it changes one of these
    if (id === actor.userId && passwordHash !== undefined) throw own('password')
    if (id === actor.userId && email !== before.email) throw own('email')
    if (before.role === 'admin' && role !== 'admin') await assertReplaceable(tx, before, actor, 'role')
    const after = await updateAudited(tx, target, before, { ...columns, version: before.version + 1 }, 'update', actor)
    // a session lasts as long as its role allows
    if (passwordHash !== undefined || role !== before.role) await signOutEverywhere(tx, id)
    // a link for a new password went to the old address
    else if (email !== before.email) await dropResetLinks(tx, id)
    return { after, replaced: before.avatar === after.avatar ? [] : [before.avatar] }
  }
  const create = async (tx: Db, columns: Columns, actor: Actor) => {
    const after = await insertUser(tx, columns)
    await writeAudit(tx, { actor, action: 'create', entity: 'user', entityId: after.id, after: userToAudit(after) })
    return { after, replaced: [] }
  }

  return {
    list: async (at: UserListQuery) => {
      const { records, total } = await listUsers(db, at)
      return { records: records.map(shown), total }
    },

    /** Reads a user and writes to the audit log who did, because it is personal data. Throws `not-found`. */
    one: async (id: string, actor: Actor): Promise<UserRecord> => {
      const row = await userOf(db, id)
      if (!row) throw new AppError('not-found')
      if (id !== actor.userId) await writeAudit(db, { actor, action: 'view', entity: 'user', entityId: id, after: nameOf(row) })
      return toUser(row)
    },

    /**
     * Creates an account, or changes the one that `edit.id` names, with its picture (null takes it away, undefined leaves it). A new password or role ends all
     * sessions of the account. Throws `form-incomplete`, `bad-input` (`phone`), `not-found`, `conflict` (`email`, `phone` taken), `own-account` (role, and what
     * the profile changes: `password`, `email`), `last-admin` (`role`), `bad-picture`, `picture-too-large`, `stale-version` with `details.current`.
     */
    save: async (edit: UserEdit, actor: Actor, picture?: Upload | null): Promise<UserRecord> => {
      const missing = missingUserFields(edit)
      if (missing.length > 0)
        throw new AppError(
          'form-incomplete',
          missing.map((field) => ({ field, code: 'required' as const })),
        )
      const { id, version } = edit
      // before any work: an account that is not there needs none
      if (id !== undefined && !(await userOf(db, id))) throw new AppError('not-found')
      const columns = await columnsOf(edit)
      const { after } = await saveWithImages(
        files,
        'users',
        { avatar: picture ? { upload: picture, kind: 'avatar' } : undefined },
        (names) => {
          const all = { ...columns, ...(names.avatar ? { avatar: names.avatar } : picture === null ? { avatar: null } : {}) }
          return mapTaken(
            inTransaction(
              db,
              (tx): Promise<{ after: UserRow; replaced: (string | null)[] }> =>
                id === undefined ? create(tx, all, actor) : change(tx, id, version, all, actor),
            ),
          )
        },
      )
      return toUser(after)
    },

    /** Activates or deactivates an account immediately; setting it again changes nothing. Throws `not-found`, `own-account`, `last-admin`. */
    toggle: async (id: string, active: boolean, actor: Actor): Promise<UserRecord> => {
      const row = await inTransaction(db, async (tx) => {
        const before = await lockPresent(tx, target, id)
        if (before.active === active) return before
        if (!active) {
          await assertReplaceable(tx, before, actor, 'active')
          await signOutEverywhere(tx, id)
        }
        return updateAudited(tx, target, before, { active }, 'toggle', actor)
      })
      return toUser(row)
    },

    /** Ends the account with its sessions; for 30 days `restore` brings it back. Throws `not-found`, `own-account`, `last-admin`. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const before = await lockPresent(tx, target, id)
        await assertReplaceable(tx, before, actor, 'id')
        await signOutEverywhere(tx, id)
        await softDelete(tx, target, before, actor)
      })
    },

    /** A user that is not deleted stays as it is. Throws `not-found` after 30 days, `conflict` when someone else has the address or the number now. */
    restore: async (id: string, actor: Actor): Promise<UserRecord> => {
      const restored = inTransaction(db, (tx) => restoreDeleted(tx, target, id, actor))
      return toUser(await mapTaken(restored))
    },

    /** All that match as CSV for spreadsheets, a part at a time. Personal data: that the list left the house is in the audit log. */
    exportCsv: async (filter: UserFilter, actor: Actor): Promise<AsyncGenerator<string>> => {
      await writeAudit(db, { actor, action: 'export', entity: 'user', entityId: 'all', after: { ...filter } })
      return csvOfUsers(eachUser(database.readDb, filter))
    },

    /** Removes for good the users deleted more than 30 days ago, with their pictures. Returns how many. */
    purge: async (): Promise<number> => {
      // the log forgets who it was, too
      const toAudit = ({ role }: UserRow) => ({ role })
      const removed = await inTransaction(db, (tx) => purgeDeleted(tx, { ...target, toAudit }))
      await Promise.allSettled(removed.map(({ avatar }) => (avatar ? files.remove('users', avatar) : undefined)))
      return removed.length
    },
  }
}
