import { v7 as randomUUIDv7 } from 'uuid'
import { normalizeEmail, normalizeNationalId } from '#contract/accounts/identity.ts'
import type { Permission, RegionLimit } from '#contract/accounts/permissions.ts'
import type { Role } from '#contract/accounts/session.ts'
import {
  type UserCsvField,
  type UserEdit,
  type UserRecord,
  userCsvFields,
  userFields,
} from '#contract/accounts/user.ts'
import {
  listLinkProblemsInChangedNames,
  listNewlyEmptyRequiredUserFields,
} from '#contract/accounts/user-rules.ts'
import { findNationalIdProblem } from '#contract/people/teams/national-id.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import { listLikelyPhoneCountries } from '#contract/platform/phone-country.ts'
import { cleanText } from '#contract/platform/text.ts'
import { formatWithOffset } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import {
  lockUndeletedRowOrThrow,
  restoreRowWithAudit,
  softDeleteLockedRowWithAudit,
  updateRowWithAudit,
} from '#server/platform/crud/soft-delete.ts'
import { findSqlStateOrSystemCode, getViolatedConstraint } from '#server/platform/db/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { assertSessionRecentlyConfirmed } from '#server/platform/lib/authenticated-user.ts'
import { decryptAndMaskNationalId, parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { saveRecordAndReplaceImages } from '#server/platform/lib/images.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import { assertPasswordNotGuessable, hashPassword } from '#server/platform/lib/password.ts'
import { getSiteDate, getSitePhoneCountry, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { hasRegionWithIdOrSlug } from '#server/site/contents/service.ts'
import {
  deleteProviderLinksOfUser,
  deleteResetAndProviderLinkTokens,
  endSessionsAndRevokeLinks,
  sendEmailChangeNoticeAndLink,
  sendSecurityNotice,
} from '../session/service.ts'
import { createDeletedUserPurgeService } from './purge-service.ts'
import {
  findUserById,
  hasOtherAdministratorWithLock,
  insertUser,
  iterateUsers,
  type RegionalUserFilter,
  readUserPage,
  toUserRecordWithEncryptedId,
  type UserListQuery,
  type UserRow,
} from './queries.ts'
import {
  assertMayChangeOrMakeBackOfficeUser,
  toUserAuditBeforeMasking,
  userSoftDeleteConfig,
} from './user-changes.ts'

const toCell = (user: UserRecord, field: UserCsvField): string | number | boolean | null => {
  // spreadsheets read a leading plus as a formula
  if (field === 'phone') return user.phone?.replace(/^\+/, '') ?? null
  if (field === 'gender') return user.gender === null ? null : user.gender === 0 ? 'male' : 'female'
  return user[field]
}

const header = [
  'id',
  ...userCsvFields.map((field) => userFields[field].column),
  'last_sign_in_at',
  'created_at',
]

/**
 * Converts users to a CSV file for spreadsheets, in parts, without passwords and national IDs. Times have the
 * offset of `timeZone`.
 */
const formatUsersCsv = async function* (
  batches: AsyncIterable<UserRecord[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(header)
  for await (const users of batches)
    yield users
      .map((user) =>
        formatCsvRow([
          user.id,
          ...userCsvFields.map((field) => toCell(user, field)),
          user.lastSignInAt && formatWithOffset(user.lastSignInAt, timeZone),
          formatWithOffset(user.createdAt, timeZone),
        ]),
      )
      .join('')
}

/** What a new user of the back office gets when the form names no permissions, as the published form does. */
const allPermissions = ['administration'] as const

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

/**
 * Returns the regions to which a saved user is limited: those of the form, or the stored ones. Throws `bad-input` for
 * a user with the permission `administration`, which is about the whole site.
 */
const toRegionIds = (
  role: Role | undefined,
  permissions: readonly Permission[],
  edited: RegionLimit | undefined,
  before?: UserRow,
): string[] | null => {
  const regionIds = role === 'admin' ? (edited === undefined ? before?.regionIds : edited) : null
  if (!regionIds || regionIds.length === 0) return null
  if (permissions.includes('administration'))
    throw new AppError('bad-input', [{ field: 'regionIds', code: 'not-with-administration' }])
  return [...regionIds]
}

const createOwnAccountError = (field: string) =>
  new AppError('own-account', [{ field, code: 'unexpected-field' }])

/**
 * Awaits `work`; maps a violated unique index to a `conflict` at the field whose value another user has.
 */
const mapConflicts = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (findSqlStateOrSystemCode(error) !== '23505') throw error
    const constraint = getViolatedConstraint(error)
    const field = constraint.includes('national') ? 'nationalId' : 'email'
    throw new AppError('conflict', [{ field, code: 'taken' }], undefined, { cause: error })
  }
}

/** Creates the service with which administrators manage users. */
export const createUserService = (core: Core) => {
  const { database, encryption, files } = core
  const { db } = database
  const maskUser = (user: UserRecord): UserRecord => ({
    ...user,
    nationalId: decryptAndMaskNationalId(encryption, user.nationalId, 'users.national_id', user.id),
  })
  const getToday = () => getSiteDate(core)
  const toUser = async (row: UserRow) => maskUser(toUserRecordWithEncryptedId(row, await getToday()))

  /** Administrators cannot deactivate, demote or delete themselves, nor the last administrator. */
  const assertReplaceable = async (tx: Db, before: UserRow, actor: Actor, field: string) => {
    if (before.id === actor.userId) throw createOwnAccountError(field)
    if (
      before.permissions.includes('administration') &&
      before.active &&
      !(await hasOtherAdministratorWithLock(tx, before.id))
    )
      throw new AppError('last-admin', [{ field, code: 'unexpected-field' }])
  }

  /** Returns the columns that an edit sets. `id` is that of the user, who is new without `stored`. */
  const toColumns = async (edit: UserEdit, id: string, stored: UserRow | undefined) => {
    const { lastName, gender, age, role, missionType, password } = edit
    const permissions = edit.permissions && [...new Set(edit.permissions)]
    const regionIds = edit.regionIds && [...new Set(edit.regionIds)]
    // a stored region stays, also one that was deleted meanwhile
    for (const regionId of regionIds ?? [])
      if (!stored?.regionIds?.includes(regionId) && !(await hasRegionWithIdOrSlug(db, regionId)))
        throw new AppError('bad-input', [{ field: 'regionIds', code: 'unknown-value' }])
    // a stored number stays, also one that is no number by today's rules
    const isStoredPhone = stored !== undefined && edit.phone === cleanText(stored.phone ?? '', 'code')
    const countries = listLikelyPhoneCountries(edit.phone, await getSitePhoneCountry(core))
    const phone = isStoredPhone ? stored.phone : parsePhoneIfValid(edit.phone, countries)
    if (phone === undefined) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
    // administrators saw the document, so only its format is checked
    const nationalId = edit.nationalId === undefined ? undefined : normalizeNationalId(edit.nationalId)
    if (nationalId !== undefined && findNationalIdProblem(nationalId))
      throw new AppError('bad-input', [{ field: 'nationalId', code: 'bad-national-id' }])
    const identity =
      nationalId === undefined
        ? {}
        : {
            nationalId: encryption.encrypt(nationalId, 'users.national_id', id),
            nationalIdIndex: encryption.keyedHash(nationalId),
          }
    if (password !== undefined) await assertPasswordNotGuessable(password, edit)
    const passwordHash = password === undefined ? undefined : await hashPassword(password)
    return {
      firstName: edit.firstName,
      email: normalizeEmail(edit.email),
      phone,
      ...omitUndefined({ lastName, gender, age, role, permissions, regionIds, missionType, passwordHash }),
      ...identity,
    }
  }
  type Columns = Awaited<ReturnType<typeof toColumns>> & { avatar?: string | null }

  const update = async (
    tx: Db,
    id: string,
    { version, columns, actor }: { version: number | undefined; columns: Columns; actor: Actor },
  ) => {
    const before = await lockUndeletedRowOrThrow(tx, userSoftDeleteConfig, id)
    await assertVersionNotStale(version, before, () => toUser(before))
    const { role = before.role, email, phone, passwordHash } = columns
    // the profile page changes these after it has checked the current password
    if (id === actor.userId && passwordHash !== undefined) throw createOwnAccountError('password')
    if (id === actor.userId && email !== before.email) throw createOwnAccountError('email')
    const permissions =
      role !== 'admin'
        ? []
        : (columns.permissions ?? (before.role === 'admin' ? before.permissions : [...allPermissions]))
    const regionIds = toRegionIds(role, permissions, columns.regionIds, before)
    assertMayChangeOrMakeBackOfficeUser(before, role, actor)
    // the user can be taken over with each of these
    const isSignInChanged = passwordHash !== undefined || email !== before.email || phone !== before.phone
    const isAccessChanged =
      !isSameSet(permissions, before.permissions) || !isSameSet(regionIds ?? [], before.regionIds ?? [])
    if (isSignInChanged || role !== before.role || isAccessChanged) assertSessionRecentlyConfirmed(actor)
    if (before.role === 'admin' && role !== 'admin') await assertReplaceable(tx, before, actor, 'role')
    else if (before.permissions.includes('administration') && !permissions.includes('administration'))
      await assertReplaceable(tx, before, actor, 'permissions')
    // the owner has not proven the new address
    const confirmation = email === before.email ? {} : { emailConfirmedAt: null }
    const values = { ...columns, ...confirmation, permissions, regionIds, version: before.version + 1 }
    const after = await updateRowWithAudit(tx, userSoftDeleteConfig, before, values, 'update', actor)
    // a session lasts as long as its role allows
    if (passwordHash !== undefined || role !== before.role) await endSessionsAndRevokeLinks(tx, id)
    // links for a new password were sent to the old address
    else if (email !== before.email) await deleteResetAndProviderLinkTokens(tx, id)
    if (passwordHash !== undefined) await sendSecurityNotice(tx, core, 'passwordChanged', id)
    if (email !== before.email) await sendEmailChangeNoticeAndLink(tx, core, { before, newEmail: email })
    return { after, replaced: before.avatar === after.avatar ? [] : [before.avatar] }
  }
  const create = async (tx: Db, id: string, columns: Columns, actor: Actor) => {
    assertMayChangeOrMakeBackOfficeUser(undefined, columns.role, actor)
    if (columns.role === 'admin') assertSessionRecentlyConfirmed(actor)
    const permissions = columns.role === 'admin' ? (columns.permissions ?? [...allPermissions]) : []
    const regionIds = toRegionIds(columns.role, permissions, columns.regionIds)
    const after = await insertUser(tx, { ...columns, id, permissions, regionIds })
    await writeAudit(tx, {
      actor,
      action: 'create',
      entity: 'user',
      entityId: after.id,
      after: toUserAuditBeforeMasking(after),
    })
    return { after, replaced: [] }
  }

  return {
    ...createDeletedUserPurgeService(core),
    list: async (query: UserListQuery) => {
      const { records, total } = await readUserPage(db, query, await getToday())
      return { records: records.map(maskUser), total }
    },

    /** Reads a user; the audit log records who did, because it is personal data. Throws `not-found`. */
    one: async (id: string, actor: Actor): Promise<UserRecord> => {
      const row = await findUserById(db, id, actor.regionLimit)
      if (!row) throw new AppError('not-found')
      if (id !== actor.userId) await writeAudit(db, { actor, action: 'view', entity: 'user', entityId: id })
      return toUser(row)
    },

    /**
     * Creates a user, or updates the one with `edit.id`. An image of null removes the stored one, undefined
     * leaves it. A new password or role ends all sessions of the user. After another email address the
     * old one gets a notice and the new one a link that confirms it. Throws `form-incomplete`, `bad-input`
     * (`phone`, names), `not-found`, `conflict` (`email`, `nationalId` taken), `no-permission` (users of the back
     * office), `confirmation_required` (another password, email address, phone, role, permissions or regions of a
     * stored user; a new user of the back office), `own-account` (`role`, `permissions`, and `password` and
     * `email`, which the profile page changes), `last-admin` (`role`), `bad-picture`, `picture-too-large`,
     * `stale-version` with `details.current`.
     */
    save: async (edit: UserEdit, actor: Actor, picture?: Upload | null): Promise<UserRecord> => {
      const { id, version } = edit
      const stored = id === undefined ? undefined : await findUserById(db, id)
      const missing = listNewlyEmptyRequiredUserFields(edit, stored)
      if (missing.length > 0)
        throw new AppError(
          'form-incomplete',
          missing.map((field) => ({ field, code: 'required' as const })),
        )
      const links = listLinkProblemsInChangedNames(edit, stored)
      if (links.length > 0) throw new AppError('bad-input', links)
      // checked first, because the work for a missing account is wasted
      if (id !== undefined && !stored) throw new AppError('not-found')
      const newId = randomUUIDv7()
      const columns = await toColumns(edit, id ?? newId, stored)
      const { after } = await saveRecordAndReplaceImages(
        files,
        'users',
        { avatar: picture ? { upload: picture, kind: 'avatar' } : undefined },
        (names) => {
          const values = {
            ...columns,
            ...(names.avatar ? { avatar: names.avatar } : picture === null ? { avatar: null } : {}),
          }
          return mapConflicts(
            inTransaction(
              db,
              (tx): Promise<{ after: UserRow; replaced: (string | null)[] }> =>
                id === undefined
                  ? create(tx, newId, values, actor)
                  : update(tx, id, { version, columns: values, actor }),
            ),
          )
        },
      )
      return toUser(after)
    },

    /**
     * Activates or deactivates a user immediately; setting it again changes nothing. Throws `not-found`,
     * `own-account`, `last-admin`.
     */
    toggle: async (id: string, active: boolean, actor: Actor): Promise<UserRecord> => {
      const row = await inTransaction(db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, userSoftDeleteConfig, id)
        assertMayChangeOrMakeBackOfficeUser(before, undefined, actor)
        if (before.active === active) return before
        if (!active) {
          await assertReplaceable(tx, before, actor, 'active')
          await endSessionsAndRevokeLinks(tx, id)
        }
        return updateRowWithAudit(tx, userSoftDeleteConfig, before, { active }, 'toggle', actor)
      })
      return toUser(row)
    },

    /**
     * Deletes a user and ends the sessions; `restore` undoes it for `restorableDays`. Throws `not-found`,
     * `own-account`, `last-admin`.
     */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, userSoftDeleteConfig, id)
        assertMayChangeOrMakeBackOfficeUser(before, undefined, actor)
        await assertReplaceable(tx, before, actor, 'id')
        await endSessionsAndRevokeLinks(tx, id)
        await deleteProviderLinksOfUser(tx, id)
        await softDeleteLockedRowWithAudit(tx, userSoftDeleteConfig, before, actor)
      })
    },

    /**
     * Restores a deleted user; others stay as they are. Throws `not-found` after `restorableDays`, `conflict`
     * when another user has the address or national ID now.
     */
    restore: async (id: string, actor: Actor): Promise<UserRecord> => {
      const restored = inTransaction(db, (tx) => restoreRowWithAudit(tx, userSoftDeleteConfig, id, actor))
      return toUser(await mapConflicts(restored))
    },

    /** Exports all matching users as CSV, in parts. The audit log records it, because it is personal data. */
    exportCsv: async (
      { regionLimit, ...filter }: RegionalUserFilter,
      actor: Actor,
    ): Promise<AsyncGenerator<string>> => {
      await writeAudit(db, {
        actor,
        action: 'export',
        entity: 'user',
        entityId: 'all',
        after: { filters: Object.keys(omitUndefined(filter)) },
      })
      return formatUsersCsv(
        iterateUsers(database.readDb, { ...filter, regionLimit }, await getToday()),
        await getSiteTimeZone(core),
      )
    },
  }
}
