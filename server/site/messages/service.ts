import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { secondsPerHour } from '#contract/platform/time.ts'
import type { ContactMessage, IssueReport, Message } from '#contract/site/message.schema.ts'
import { formatMessageReference, type MessageState } from '#contract/site/message.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import {
  type DeletedListQuery,
  lockDeletedRowOrThrow,
  purgeDeletedRowWithAudit,
  readRestorableRecordPage,
} from '#server/platform/crud/deleted-records.ts'
import {
  lockUndeletedRowOrThrow,
  purgeExpiredRowsWithAudit,
  restoreRowWithAudit,
  softDeleteLockedRowWithAudit,
} from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildMessageRegionCondition } from '#server/platform/db/region-conditions.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createSharedRateLimiter } from '#server/platform/lib/limiters.ts'
import { getAllSettingsOrThrow } from '#server/platform/settings/service.ts'
import {
  findReadableMessage,
  findVisibleRegionContact,
  insertMessageAndGetNumber,
  insertReply,
  isMessageReadableWithLimit,
  readMessagePage,
  senderName,
  setMessageStateAndGetPrevious,
} from './queries.ts'

export { deleteMessagesFromEmail, insertMessageAndGetNumber } from './queries.ts'

/** The table for the soft-delete functions. The audit log stores no contents of messages. */
const target = {
  table: messages,
  entity: 'message',
  toAudit: ({ deletedAt }: typeof messages.$inferSelect) => ({ deletedAt }),
} as const

/** Throws `not-found`, also for a message that a user who is limited to regions may not read. */
const getMessage = async (tx: Db, id: string, { regionLimit = null }: Actor): Promise<Message> => {
  const message = await findReadableMessage(tx, id, regionLimit)
  if (!message) throw new AppError('not-found')
  return message
}

/** Throws `not-found` for a message, deleted or not, that a user who is limited to regions may not read. */
const assertMessageInRegions = async (tx: Db, id: string, { regionLimit = null }: Actor): Promise<void> => {
  if (!(await isMessageReadableWithLimit(tx, id, regionLimit))) throw new AppError('not-found')
}

/** Throws `not-found`. */
const setStateAndGetPrevious = async (
  tx: Db,
  id: string,
  state: MessageState,
  { regionLimit = null }: Actor,
): Promise<MessageState> => {
  const before = await setMessageStateAndGetPrevious(tx, id, state, regionLimit)
  if (before === undefined) throw new AppError('not-found')
  return before
}

/** Creates the service with which the back office reads, answers and updates messages of visitors. */
export const createMessageAdminService = ({ config, database, emails }: Core) => ({
  list: (query: Parameters<typeof readMessagePage>[1]) => readMessagePage(database.db, query),

  /** Throws `not-found`. */
  setState: (id: string, state: MessageState, actor: Actor) =>
    inTransaction(database.db, async (tx) => {
      const before = await setStateAndGetPrevious(tx, id, state, actor)
      if (before !== state)
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'message',
          entityId: id,
          before: { state: before },
          after: { state },
        })
      return getMessage(tx, id, actor)
    }),

  /**
   * Emails an answer to the sender of a message, stores it and marks the message as answered. Replies to the
   * email go to the contact of the site. Throws `not-found`, `mail-not-set-up`, and `bad-input` (`email`) for
   * a message without an address.
   */
  reply: (id: string, body: string, actor: Actor): Promise<Message> =>
    inTransaction(database.db, async (tx) => {
      const message = await getMessage(tx, id, actor)
      if (!emails.isEnabled) throw new AppError('mail-not-set-up')
      if (message.email === '') throw new AppError('bad-input', [{ field: 'email', code: 'required' }])
      const { contact, brand, timeZone } = await getAllSettingsOrThrow(tx, config.SITE_NAME)
      await insertReply(tx, { messageId: id, body, createdBy: actor.userId })
      await setStateAndGetPrevious(tx, id, 'answered', actor)
      const replyTo = contact.email
        ? { replyTo: { name: brand.name[message.lang], address: contact.email } }
        : {}
      const values = { message, answer: body, timeZone }
      await emails.send(
        { template: 'messageReply', to: message.email, ...replyTo, language: message.lang, values },
        tx,
      )
      const change = { before: { state: message.state }, after: { state: 'answered', reply: true } }
      await writeAudit(tx, { actor, action: 'update', entity: 'message', entityId: id, ...change })
      return getMessage(tx, id, actor)
    }),

  /** Deletes a message; `restore` undoes it for 30 days. Throws `not-found`. */
  remove: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      const row = await lockUndeletedRowOrThrow(tx, target, id)
      await assertMessageInRegions(tx, id, actor)
      await softDeleteLockedRowWithAudit(tx, target, row, actor)
    }),

  /** Restores a deleted message. Throws `not-found` after 30 days. */
  restore: (id: string, actor: Actor): Promise<Message> =>
    inTransaction(database.db, async (tx) => {
      await restoreRowWithAudit(tx, target, id, actor)
      // undoes the change for a user who may not read the message
      return getMessage(tx, id, actor)
    }),

  listDeleted: (query: DeletedListQuery) =>
    readRestorableRecordPage(
      database.db,
      {
        ...target,
        name: { en: senderName, ar: senderName },
        searchText: messages.search,
        condition: buildMessageRegionCondition(query.regionLimit),
      },
      query,
    ),

  /** Deletes a deleted message permanently. Throws `not-found`. */
  purgeOne: async (id: string, actor: Actor): Promise<void> => {
    await inTransaction(database.db, async (tx) => {
      await lockDeletedRowOrThrow(tx, target, id)
      await assertMessageInRegions(tx, id, actor)
      await purgeDeletedRowWithAudit(tx, target, id, actor)
    })
  },

  /** Deletes the messages that were deleted more than 30 days ago permanently. Returns their number. */
  purge: async (): Promise<number> =>
    (await inTransaction(database.db, (tx) => purgeExpiredRowsWithAudit(tx, target))).length,
})

/**
 * Creates the service that stores messages of visitors and emails them to the contact of the region or of the
 * site.
 */
export const createMessageSubmissionService = ({ config, database, encryption, emails }: Core) => {
  // nobody can make the site send many copies to an address that is not theirs
  const copyLimiter = createSharedRateLimiter(
    { db: database.db, hashKey: encryption.keyedHash },
    { name: 'copy of a report', max: 3, seconds: secondsPerHour },
  )
  const mayGetCopy = async (email: string): Promise<boolean> => {
    try {
      await copyLimiter.count(email)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many') return false
      throw error
    }
  }

  const store = async (
    tx: Db,
    row: Parameters<typeof insertMessageAndGetNumber>[1],
    lang: Lang,
    region: { email: string | null; name: string } | null,
  ): Promise<string> => {
    const reference = formatMessageReference(await insertMessageAndGetNumber(tx, row))
    if (!emails.isEnabled) return reference
    const to = region?.email || (await getAllSettingsOrThrow(tx, config.SITE_NAME)).contact.email
    if (!to) return reference
    const { kind, firstName, lastName, email, phone, body } = row
    const name = [firstName, lastName].filter(Boolean).join(' ')
    const values = { reference, kind, name, email, phone: phone ?? '', region: region?.name ?? '', body }
    await emails.send(
      { template: 'message', to, replyTo: { name, address: email }, language: lang, values },
      tx,
    )
    return reference
  }

  return {
    /**
     * Report an Issue. The sender gets a copy by email, at most three in an hour. Returns the reference of the
     * message, and whether a copy was sent. Throws `bad-input` for an unknown region.
     */
    report: async (
      { firstName, lastName, email: address, body, regionId }: IssueReport,
      lang: Lang,
    ): Promise<{ reference: string; hasCopy: boolean }> => {
      const email = normalizeEmail(address)
      const hasCopy = emails.isEnabled && (await mayGetCopy(email))
      return inTransaction(database.db, async (tx) => {
        const region = regionId === undefined ? undefined : await findVisibleRegionContact(tx, regionId)
        if (regionId !== undefined && !region)
          throw new AppError('bad-input', [{ field: 'regionId', code: 'not-found' }])
        const row = {
          kind: 'issue' as const,
          firstName,
          lastName,
          email,
          regionId: regionId ?? null,
          body,
          lang,
        }
        const reference = await store(
          tx,
          row,
          lang,
          region ? { email: region.email, name: region.name[lang] } : null,
        )
        if (hasCopy) {
          const { contact, brand } = await getAllSettingsOrThrow(tx, config.SITE_NAME)
          const replyTo = contact.email ? { replyTo: { name: brand.name[lang], address: contact.email } } : {}
          const values = { reference, name: firstName, body }
          await emails.send({ template: 'issueCopy', to: email, ...replyTo, language: lang, values }, tx)
        }
        return { reference, hasCopy }
      })
    },

    /** The contact form. */
    contact: ({ name, email, phone, body }: ContactMessage, lang: Lang): Promise<string> =>
      inTransaction(database.db, (tx) =>
        store(
          tx,
          { kind: 'contact', firstName: name, email: normalizeEmail(email), phone, body, lang },
          lang,
          null,
        ),
      ),
  }
}
