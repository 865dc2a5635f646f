import { isDeepStrictEqual } from 'node:util'
import { hasPermission } from '#contract/accounts/permissions.ts'
import type { CertificateSigner } from '#contract/event/certificate.schema.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import type { PausableEmailClass } from '#contract/platform/email-queue.ts'
import { saveSettingsRequest } from '#contract/platform/settings.schema.ts'
import type {
  AdminSettings,
  Brand,
  LegalSettings,
  ReceiptIssuer,
  Settings,
  SettingsRecord,
} from '#contract/platform/settings.ts'
import type { z } from '#contract/platform/z.ts'
import type { Core } from '#server/deps.ts'
import { assertRevertedFieldsUnchanged } from '#server/platform/audit/revert.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { assertSessionRecentlyConfirmed } from '#server/platform/lib/authenticated-user.ts'
import { toInternationalPhoneOrUnchanged } from '#server/platform/lib/identity.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import {
  findSettings,
  hasUndeletedRegionWithSlug,
  lockSettings,
  type SettingsRow,
  updateSettings,
} from './queries.ts'
import { toSettingsWithDefaults } from './service.ts'

const toRecord = (row: SettingsRow): SettingsRecord => ({
  ...toSettingsWithDefaults(row),
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

/** What the settings form saves. Undefined settings stay as they are. */
type SaveSettings = Omit<Settings, 'story'> & {
  story: Omit<Settings['story'], 'video' | 'poster'> & {
    video?: string | null | undefined
    poster?: string | null | undefined
  }
  sessions?: z.output<typeof saveSettingsRequest>['sessions']
  timeZone?: string | undefined
  brand?: Omit<Brand, 'logo'> | undefined
  showCounters?: boolean | undefined
  eventListRegion?: string | null | undefined
  phoneCountry?: string | undefined
  receiptIssuer?: ReceiptIssuer | undefined
  certificateSigner?: Pick<CertificateSigner, 'name' | 'title'> | undefined
  legal?: LegalSettings | undefined
  scoreLogEmail?: string | undefined
  publishFullNamesOfMinors?: boolean | undefined
  emailsPerMinute?: number | undefined
  pausedEmailClasses?: PausableEmailClass[] | undefined
}

type ProtectedSetting = {
  permission: 'administration' | 'finance'
  needsConfirmation?: boolean
  read: (settings: AdminSettings) => unknown
}
/**
 * The settings that need another permission than the form: those of security, of money, the names of minors,
 * and the time zone, which decides on days and deadlines.
 */
const protectedSettings: Record<string, ProtectedSetting> = {
  sessions: { permission: 'administration', needsConfirmation: true, read: ({ sessions }) => sessions },
  scoreLogEmail: {
    permission: 'administration',
    needsConfirmation: true,
    read: ({ scoreLogEmail }) => scoreLogEmail,
  },
  timeZone: { permission: 'administration', read: ({ timeZone }) => timeZone },
  publishFullNamesOfMinors: {
    permission: 'administration',
    read: ({ publishFullNamesOfMinors }) => publishFullNamesOfMinors,
  },
  emailsPerMinute: { permission: 'administration', read: ({ emailsPerMinute }) => emailsPerMinute },
  pausedEmailClasses: { permission: 'administration', read: ({ pausedEmailClasses }) => pausedEmailClasses },
  receiptIssuer: { permission: 'finance', read: ({ receiptIssuer }) => receiptIssuer },
  'features.payment': { permission: 'finance', read: ({ features }) => features.payment },
}

/**
 * Throws `no-permission` with the settings that a user without their permission changes, and
 * `confirmation_required` when one changes that needs it.
 */
const assertMayChange = (actor: Actor, before: AdminSettings, after: AdminSettings): void => {
  const changed = Object.entries(protectedSettings).filter(
    ([, { read }]) => !isDeepStrictEqual(read(before), read(after)),
  )
  const forbidden = changed.filter(
    ([, { permission }]) => !hasPermission(actor.permissions ?? [], permission),
  )
  if (forbidden.length > 0)
    throw new AppError(
      'no-permission',
      forbidden.map(([field, { permission }]) => ({ field, code: `${permission}-only` as const })),
    )
  if (changed.some(([, { needsConfirmation }]) => needsConfirmation)) assertSessionRecentlyConfirmed(actor)
}

/** Creates the service with which the back office reads and saves the settings of the site. */
export const createSettingsService = ({ config, database, invalidator, emails }: Core) => ({
  read: async (): Promise<SettingsRecord> => {
    const found = await findSettings(database.db, config.SITE_NAME)
    if (!found) throw new AppError('not-found')
    return toRecord(found)
  },
  /**
   * Saves the settings that are not undefined. When the address for the score log changes, it emails the former
   * one. Throws `no-permission` when a user changes settings whose permission is missing, `confirmation_required`
   * when those of sessions or that address change, `bad-input` for an unknown region, `stale-version` with
   * `details.current` when another user has saved since `version` was read.
   */
  save: async (
    settings: SaveSettings,
    version: number | undefined,
    actor: Actor,
  ): Promise<SettingsRecord> => {
    const saved = await inTransaction(database.db, async (tx) => {
      const before = await lockSettings(tx, config.SITE_NAME)
      if (!before) throw new AppError('not-found')
      await assertVersionNotStale(version, before, () => toRecord(before))
      const current = toSettingsWithDefaults(before)
      const { eventListRegion = current.eventListRegion } = settings
      if (
        eventListRegion !== null &&
        eventListRegion !== current.eventListRegion &&
        !(await hasUndeletedRegionWithSlug(tx, eventListRegion))
      )
        throw new AppError('bad-input', [{ field: 'eventListRegion', code: 'unknown-value' }])
      const { phoneCountry = current.phoneCountry, contact } = settings
      const signerFiles = {
        signature: current.certificateSigner.signature,
        seal: current.certificateSigner.seal,
      }
      const { video = current.story.video, poster = current.story.poster } = settings.story
      const value = {
        ...current,
        ...settings,
        sessions: { ...current.sessions, ...omitUndefined(settings.sessions ?? {}) },
        timeZone: settings.timeZone ?? current.timeZone,
        brand: { ...(settings.brand ?? current.brand), logo: current.brand.logo },
        showCounters: settings.showCounters ?? current.showCounters,
        eventListRegion,
        phoneCountry,
        contact: { ...contact, phone: toInternationalPhoneOrUnchanged(contact.phone, [phoneCountry, 'SA']) },
        receiptIssuer: settings.receiptIssuer ?? current.receiptIssuer,
        certificateSigner: { ...(settings.certificateSigner ?? current.certificateSigner), ...signerFiles },
        legal: settings.legal ?? current.legal,
        scoreLogEmail: settings.scoreLogEmail ?? current.scoreLogEmail,
        publishFullNamesOfMinors: settings.publishFullNamesOfMinors ?? current.publishFullNamesOfMinors,
        emailsPerMinute: settings.emailsPerMinute ?? current.emailsPerMinute,
        pausedEmailClasses: settings.pausedEmailClasses ?? current.pausedEmailClasses,
        readOnlyMode: current.readOnlyMode,
        story: { ...settings.story, video, poster },
      }
      assertMayChange(actor, current, value)
      const after = await updateSettings(tx, config.SITE_NAME, value, before.version + 1)
      if (current.scoreLogEmail !== '' && value.scoreLogEmail !== current.scoreLogEmail) {
        // the language of the recipient is not known
        await emails.send(
          {
            template: 'scoreLogAddressChanged',
            to: current.scoreLogEmail,
            language: 'both',
            values: { name: '' },
          },
          tx,
        )
      }
      await writeAudit(tx, {
        actor,
        action: 'update',
        entity: 'settings',
        entityId: config.SITE_NAME,
        before: before.value,
        after: after.value,
      })
      return after
    })
    await invalidator.invalidate('settings')
    return toRecord(saved)
  },
})

/**
 * Sets settings back with the save of the settings form; files stay as they are. Throws `revert-changed`,
 * `bad-input`, and what the save throws.
 */
export const revertSettingsIfUnchanged = async (
  service: Pick<ReturnType<typeof createSettingsService>, 'read' | 'save'>,
  fields: readonly RevertedField[],
  actor: Actor,
): Promise<void> => {
  const { version, updatedAt: _updatedAt, ...current } = await service.read()
  assertRevertedFieldsUnchanged(current, fields)
  const values: Record<string, unknown> = { ...current }
  for (const { field, restored } of fields) {
    const isGroup = typeof restored === 'object' && restored !== null && !Array.isArray(restored)
    values[field] = isGroup ? { ...(values[field] as object), ...restored } : restored
  }
  const parsed = saveSettingsRequest.safeParse(values)
  if (!parsed.success) throw new AppError('bad-input')
  const { version: _version, ...settings } = parsed.data
  await service.save(settings, version, actor)
}
