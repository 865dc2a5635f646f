import { isDeepStrictEqual } from 'node:util'
import { type SetupChecklistItem, type SetupTask, setupTaskPermissions, setupTasks } from '#contract/dashboard.schema.ts'
import { defaultEventListRegion } from '#contract/event.ts'
import { hasPermission } from '#contract/rules/permissions.ts'
import { defaultBrand, defaultPhoneCountry } from '#contract/settings.ts'
import type { Core } from '#server/deps.ts'
import { defaultSettings } from '#server/features/settings/default-settings.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'
import { findSetupState } from './queries-setup.ts'

/** Addresses of the demo content. Nobody receives mail under this top-level domain (RFC 2606). */
const isExampleAddress = (email: string) => email.endsWith('.example')

/** Returns which tasks of a new installation are done, of those that the user may do. */
export const getSetupChecklist = async (
  { config, database, emails }: Core,
  user: Pick<AuthenticatedUser, 'permissions' | 'hasSecondFactor'>,
): Promise<SetupChecklistItem[]> => {
  const state = await findSetupState(database.db, config.SITE_NAME)
  if (!state) throw new AppError('not-found')
  const { brand = defaultBrand, contact, counters, showCounters = true, features, legal } = state.settings
  const { timeZone, eventListRegion = defaultEventListRegion, phoneCountry = defaultPhoneCountry } = state.settings
  const takesRealMoney = Boolean(config.TELR_STORE && config.TELR_AUTH_KEY && config.TELR_TEST === false)
  const done: Record<SetupTask, boolean> = {
    brand: brand.logo !== null || !isDeepStrictEqual(brand.name, defaultBrand.name),
    contact: contact.email !== '' && !isExampleAddress(contact.email),
    // both are Egypt at first, where a site in Egypt has nothing to choose
    region: timeZone === 'Africa/Cairo' || (eventListRegion !== defaultEventListRegion && phoneCountry !== defaultPhoneCountry),
    counters: !showCounters || !isDeepStrictEqual(counters, defaultSettings.counters),
    legal: legal?.isReviewed === true,
    event: state.hasEvent,
    competitions: state.hasCompetition && !state.hasCompetitionWithoutDates,
    mail: emails.isEnabled,
    payment: takesRealMoney || !features.payment,
    secondFactor: user.hasSecondFactor,
    demo: !state.hasDemoContent && !isExampleAddress(contact.email),
  }
  return setupTasks
    .filter((task) => hasPermission(user.permissions, setupTaskPermissions[task]))
    .map((task) => ({ task, done: done[task] }))
}
