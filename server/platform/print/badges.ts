import type { BadgeSelection, PrintedTeam } from '#contract/event/print.schema.ts'
import { badgesPerPage } from '#contract/event/print.ts'
import { countBadgePages } from '#contract/event/printed-pages.ts'
import { badgeMarks } from '#contract/event/schedule/badge-marks.ts'
import type { PeopleBadges } from '#contract/event/schedule/schedule.schema.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { logo as logoPaths } from '#contract/site/logo.ts'
import { formatEventDates } from '#i18n/formats/dates-and-numbers.ts'
import { isolateText, joinTexts, removeIsolates } from '#i18n/text-direction.ts'
import { buildSvgDocument, type PrintDocument, printColors, printTranslators } from './document.ts'
import { estimateFittingTextScale } from './text-size.ts'

type BadgeDocument = {
  event: { title: Localized }
  size: BadgeSelection['size']
  /** The uploaded logo of the site, a PNG or WebP file in Base64; without it the standard star is drawn. */
  logo?: string | undefined
}

export type PrintedTeamBadges = BadgeDocument & {
  teams: readonly Pick<PrintedTeam, 'teamNo' | 'name' | 'schoolName' | 'competitionId' | 'badgeCode'>[]
  /** The competitions of the event, whose order gives the colours. */
  competitions: readonly { id: string; name: Localized }[]
}
export type PrintedPeopleBadges = BadgeDocument & Pick<PeopleBadges, 'badges' | 'event'>

const createBadgeDocument = (
  { event, size, logo }: BadgeDocument,
  lang: Lang,
  badges: readonly object[],
): PrintDocument => ({
  template: 'badges',
  lang,
  title: printTranslators[lang].t('adminJudging.badges.title'),
  images: logo ? { logo } : {},
  drawings: {
    star: buildSvgDocument(
      logoPaths.viewBox,
      `<g fill="none" stroke="${printColors.ink}"><path d="${logoPaths.outline}" stroke-width="1.4"/><path d="${logoPaths.traces}" stroke-width="1"/></g><path d="${logoPaths.pads}" fill="${printColors.ink}"/>`,
    ),
    ...Object.fromEntries(
      Object.entries(badgeMarks).map(([role, path]) => [
        role,
        buildSvgDocument(
          '0 0 64 64',
          `<path d="${path}" fill="none" stroke="${printColors.ink}" stroke-width="2.5"/>`,
        ),
      ]),
    ),
  },
  data: { size, event: isolateText(getEventTitleWithFallback(event.title, lang), lang) },
  pages: Array.from({ length: countBadgePages(badges.length, size) }, (_, page) =>
    badges.slice(page * badgesPerPage[size], (page + 1) * badgesPerPage[size]),
  ),
})

/**
 * Where the texts of a badge have to fit: the width of its lines as a multiple of the size of their letters, and how
 * many lines they have at most.
 */
const boxes = {
  large: {
    event: { width: 16, lines: 2 },
    teamName: { width: 9.7, lines: 1.4 },
    personName: { width: 8.4, lines: 2.4 },
    team: { width: 21, lines: 2 },
    other: { width: 21, lines: 1 },
    otherOfPerson: { width: 21, lines: 2 },
  },
  small: {
    event: { width: 14.5, lines: 2 },
    teamName: { width: 13.4, lines: 2 },
    personName: { width: 9.2, lines: 2 },
    team: { width: 14.7, lines: 1 },
    other: { width: 18.4, lines: 2 },
    otherOfPerson: { width: 18.4, lines: 1 },
  },
} as const

/** How many colours the bands of competitions have. */
const bandColors = 6

/** Builds a document of the badges of teams, each with a band in the colour of its competition. */
export const buildTeamBadgeDocument = (options: PrintedTeamBadges, lang: Lang): PrintDocument => {
  const { teams, event, competitions, size } = options
  const { t } = printTranslators[lang]
  const title = getEventTitleWithFallback(event.title, lang)
  const box = boxes[size]
  return createBadgeDocument(
    options,
    lang,
    teams.map((team) => {
      const at = competitions.findIndex(({ id }) => id === team.competitionId)
      const competition = competitions[at]?.name[lang] ?? ''
      return {
        number: String(team.teamNo),
        name: isolateText(team.name, lang),
        school: isolateText(team.schoolName, lang),
        // an event often has the name of its competition
        competition: title.includes(competition) ? '' : isolateText(competition, lang),
        sizes: {
          event: estimateFittingTextScale(title, box.event),
          name: estimateFittingTextScale(team.name, box.teamName),
          school: estimateFittingTextScale(team.schoolName, box.other),
          competition: estimateFittingTextScale(competition, box.other),
        },
        color: Math.max(0, at) % bandColors,
        code: team.badgeCode,
        codeLabel: removeIsolates(t('adminJudging.badges.picture', { team: team.name })),
        qr: team.badgeCode,
      }
    }),
  )
}

/** Builds a document of the badges of people. */
export const buildPeopleBadgeDocument = (options: PrintedPeopleBadges, lang: Lang): PrintDocument => {
  const { event, size } = options
  const { t } = printTranslators[lang]
  const box = boxes[size]
  const title = getEventTitleWithFallback(event.title, lang)
  const dates = formatEventDates(event, lang)
  return createBadgeDocument(
    options,
    lang,
    options.badges.map(({ role, name, team }) => {
      const teamText = team ? joinTexts([team.teamNo, team.name], lang) : ''
      return {
        dates,
        name: isolateText(name, lang),
        team: teamText,
        school: team ? isolateText(team.schoolName, lang) : '',
        sizes: {
          event: estimateFittingTextScale(title, box.event),
          name: estimateFittingTextScale(name, box.personName),
          team: estimateFittingTextScale(teamText, box.team),
          school: estimateFittingTextScale(team?.schoolName ?? '', box.otherOfPerson),
        },
        role,
        roleName: t(`adminJudging.badges.role.${role}`),
      }
    }),
  )
}
