import type { BadgeSelection } from '#contract/event/print.schema.ts'
import { badgeMarks } from '#contract/event/schedule/badge-marks.ts'
import type { Badge, EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { logo as logoPaths } from '#contract/site/logo.ts'
import { formatEventDates } from '#i18n/formats/dates-and-numbers.ts'
import { isolateText, joinTexts, removeIsolates } from '#i18n/text-direction.ts'
import { drawSvg, type PrintDocument, printColors, printTranslators } from './document.ts'

type BadgeEvent = { title: Localized; startDate: string | null; endDate: string | null }
type BadgeDocument = {
  event: BadgeEvent
  size: BadgeSelection['size']
  /** The uploaded logo of the site as a PNG or WebP file; without it the standard star is drawn. */
  logo?: Uint8Array | undefined
}

const createBadgeDocument = (
  { event, size, logo }: BadgeDocument,
  lang: Lang,
  { codes, badges }: { codes: readonly string[]; badges: readonly object[] },
): PrintDocument => ({
  template: 'badges',
  lang,
  title: printTranslators[lang].t('adminJudging.badges.title'),
  codes,
  images: logo ? { logo } : {},
  drawings: {
    star: drawSvg(
      logoPaths.viewBox,
      `<g fill="none" stroke="${printColors.ink}"><path d="${logoPaths.outline}" stroke-width="1.4"/><path d="${logoPaths.traces}" stroke-width="1"/></g><path d="${logoPaths.pads}" fill="${printColors.ink}"/>`,
    ),
    ...Object.fromEntries(
      Object.entries(badgeMarks).map(([role, path]) => [
        role,
        drawSvg(
          '0 0 64 64',
          `<path d="${path}" fill="none" stroke="${printColors.ink}" stroke-width="2.5"/>`,
        ),
      ]),
    ),
  },
  data: { size, event: isolateText(getEventTitleWithFallback(event.title, lang), lang), badges },
})

/** How many colours the bands of competitions have. */
const bandColors = 6

/** Builds a document of the badges of teams, each with a band in the colour of its competition. */
export const buildTeamBadgeDocument = (
  options: BadgeDocument & {
    teams: readonly Pick<EventTeam, 'teamNo' | 'name' | 'schoolName' | 'competition' | 'badgeCode'>[]
    /** The English names of the competitions of the event, whose order gives the colours. */
    competitions: readonly string[]
  },
  lang: Lang,
): PrintDocument => {
  const { teams, event, competitions } = options
  const { t } = printTranslators[lang]
  const title = getEventTitleWithFallback(event.title, lang)
  const name = (text: string) => isolateText(text, lang)
  return createBadgeDocument(options, lang, {
    codes: teams.map(({ badgeCode }) => badgeCode),
    badges: teams.map((team, index) => {
      const competition = team.competition[lang]
      return {
        number: String(team.teamNo),
        name: name(team.name),
        school: name(team.schoolName),
        // an event often has the name of its competition
        competition: title.includes(competition) ? '' : name(competition),
        color: Math.max(0, competitions.indexOf(team.competition.en)) % bandColors,
        code: team.badgeCode,
        codeLabel: removeIsolates(t('adminJudging.badges.picture', { team: team.name })),
        qr: index,
      }
    }),
  })
}

/** Names of people with more characters are written smaller. */
const longName = 22

/** Builds a document of the badges of people. */
export const buildPeopleBadgeDocument = (
  options: BadgeDocument & { badges: readonly Badge[] },
  lang: Lang,
): PrintDocument => {
  const { t } = printTranslators[lang]
  const name = (text: string) => isolateText(text, lang)
  return createBadgeDocument(options, lang, {
    codes: [],
    badges: options.badges.map((badge) => ({
      dates: formatEventDates(options.event, lang),
      name: name(badge.name),
      isLong: badge.name.length > longName,
      team: badge.team ? joinTexts([badge.team.teamNo, badge.team.name], lang) : '',
      school: badge.team ? name(badge.team.schoolName) : '',
      role: badge.role,
      roleName: t(`adminJudging.badges.role.${badge.role}`),
    })),
  })
}
