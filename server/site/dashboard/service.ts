import { isDeepStrictEqual } from 'node:util'
import { hasPermission, type RegionLimit } from '#contract/accounts/permissions.ts'
import { defaultEventListRegion } from '#contract/event/event.ts'
import { defaultBrand, defaultPhoneCountry } from '#contract/platform/settings.ts'
import { addDays, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import {
  type Dashboard,
  type DashboardCount,
  type SetupChecklist,
  type SetupTask,
  setupTaskPermissions,
  setupTasks,
} from '#contract/site/dashboard.schema.ts'
import type { Core } from '#server/deps.ts'
import { countEventsByPhaseAndSumEntries } from '#server/event/events/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { defaultSettings } from '#server/platform/settings/default-settings.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import {
  countAllAndActiveUsersByRole,
  countNewMessages,
  countRegisteredTeamsInGroups,
  countRegistrantsByDayAndPlatform,
  countRegistrantsByField,
  countTeamsWithoutPlaceByStatus,
  findSettingsAndSetupState,
  listCompetitionNamesIncludingDeleted,
  listNewestAttempts,
} from './queries.ts'

const days = 30
const newest = 8
const countries = 10
const cacheMs = 10_000

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
const sortLargestFirst = (counts: readonly DashboardCount[]) =>
  counts
    .map(({ key, count }) => ({ key, count }))
    .toSorted((one, other) => other.count - one.count || one.key.localeCompare(other.key))
const sumBy = <Row extends { count: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): DashboardCount[] => [...Map.groupBy(rows, keyOf)].map(([key, group]) => ({ key, count: sum(group) }))

/** Reads the metrics that a user may see. Downloads belong to no region, so a limited user sees none. */
const readDashboard = async (
  db: Db,
  now: Date,
  timeZone: string,
  regionLimit: RegionLimit,
): Promise<Dashboard> => {
  const isLimited = regionLimit !== null
  const today = toDateInTimeZone(now, timeZone)
  const all = Array.from({ length: days }, (_, i) => addDays(today, i + 1 - days))
  const [roles, byCountry, byUserType, byDay, teams, withoutPlace, openMessages, events, names, attempts] =
    await Promise.all([
      countAllAndActiveUsersByRole(db, regionLimit),
      isLimited ? [] : countRegistrantsByField(db, 'country'),
      isLimited ? [] : countRegistrantsByField(db, 'userType'),
      isLimited ? [] : countRegistrantsByDayAndPlatform(db, all[0] as string, timeZone),
      countRegisteredTeamsInGroups(db, regionLimit),
      countTeamsWithoutPlaceByStatus(db, regionLimit),
      countNewMessages(db, regionLimit),
      countEventsByPhaseAndSumEntries(db, today, regionLimit),
      listCompetitionNamesIncludingDeleted(db),
      listNewestAttempts(db, newest, regionLimit),
    ])
  const onDay = (day: string, platform: string) =>
    byDay.find((each) => each.day === day && each.platform === platform)?.count ?? 0
  const paid = sum(teams.filter((each) => each.paid))
  return {
    users: {
      total: sum(roles),
      active: roles.reduce((total, { active }) => total + active, 0),
      byRole: sortLargestFirst(roles),
    },
    events,
    downloads: {
      total: sum(byUserType),
      byDay: all.map((day) => ({ day, win: onDay(day, 'win'), mac: onDay(day, 'mac') })),
      byCountry: sortLargestFirst(byCountry).slice(0, countries),
      byUserType: sortLargestFirst(byUserType),
    },
    teams: {
      total: sum(teams),
      paid,
      pending: sum(teams) - paid,
      waiting: sum(withoutPlace.filter(({ status }) => status === 'waiting')),
      lapsed: sum(withoutPlace.filter(({ status }) => status === 'lapsed')),
      byCompetition: names.map(({ id, en, ar }) => ({
        name: { en, ar },
        count: sum(teams.filter((each) => each.competitionId === id)),
      })),
      byStage: sortLargestFirst(sumBy(teams, ({ stage }) => stage)),
    },
    openMessages,
    newestScores: attempts
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .map(({ eventId, en, ar, player, team, score, at }) => ({
        eventId,
        event: { en, ar },
        who: player || team,
        score,
        at: at.toISOString(),
      })),
  }
}

/**
 * Creates the service of the dashboard's metrics. Those without a limit are counted at most every ten seconds; `now`
 * is the clock.
 */
export const createDashboardService = (
  { config, database }: Pick<Core, 'database'> & { config: Pick<Core['config'], 'SITE_NAME'> },
  now: () => number = Date.now,
) => {
  let cached: { figures: Promise<Dashboard>; until: number } | undefined
  return {
    figures: (regionLimit: RegionLimit): Promise<Dashboard> => {
      if (regionLimit === null && cached && now() < cached.until) return cached.figures
      const figures = getSiteTimeZone({ config, database }).then((timeZone) =>
        readDashboard(database.readDb, new Date(now()), timeZone, regionLimit),
      )
      if (regionLimit !== null) return figures
      cached = { figures, until: now() + cacheMs }
      figures.catch(() => {
        if (cached?.figures === figures) cached = undefined
      })
      return figures
    },
  }
}

/** Addresses of the demo content. Nobody receives email under this top-level domain (RFC 2606). */
const isExampleAddress = (email: string) => email.endsWith('.example')

/** Returns which tasks of a new installation are done, of those that the user may do. */
export const getSetupChecklistOfUser = async (
  { config, database, emails }: Core,
  user: Pick<AuthenticatedUser, 'permissions' | 'regionLimit' | 'hasSecondFactor'>,
): Promise<SetupChecklist> => {
  const state = await findSettingsAndSetupState(database.db, config.SITE_NAME)
  if (!state) throw new AppError('not-found')
  const { brand = defaultBrand, contact, counters, showCounters = true, features, legal } = state.settings
  const {
    timeZone,
    eventListRegion = defaultEventListRegion,
    phoneCountry = defaultPhoneCountry,
  } = state.settings
  const takesRealMoney = Boolean(config.TELR_STORE && config.TELR_AUTH_KEY && config.TELR_TEST === false)
  const done: Record<SetupTask, boolean> = {
    brand: brand.logo !== null || !isDeepStrictEqual(brand.name, defaultBrand.name),
    contact: contact.email !== '' && !isExampleAddress(contact.email),
    // both are Egypt at first, where a site in Egypt has nothing to choose
    region:
      timeZone === 'Africa/Cairo' ||
      (eventListRegion !== defaultEventListRegion && phoneCountry !== defaultPhoneCountry),
    counters: !showCounters || !isDeepStrictEqual(counters, defaultSettings.counters),
    legal: legal?.isReviewed === true,
    event: state.hasEvent,
    competitions: state.hasCompetition && !state.hasCompetitionWithoutDates,
    mail: emails.isEnabled,
    payment: takesRealMoney || !features.payment,
    secondFactor: user.hasSecondFactor,
    demo: !state.hasDemoContent && !isExampleAddress(contact.email),
  }
  return {
    items: setupTasks
      .filter((task) => hasPermission(user.permissions, setupTaskPermissions[task]))
      // the other tasks are about the whole site
      .filter((task) => user.regionLimit === null || setupTaskPermissions[task] === 'none')
      .map((task) => ({ task, done: done[task] })),
    hasDemoContent: state.hasDemoContent,
  }
}
