import { LRUCache } from 'lru-cache'
import type { Competition } from '#contract/event/competition.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { logo } from '#contract/site/logo.ts'
import type { CompetitionPage, TeamPage } from '#contract/site/season-page.schema.ts'
import { shareImageSize } from '#contract/site/share-image.ts'
import type { Core } from '#server/deps.ts'
import {
  listTopEntriesOfRanking,
  loadAndMarkProvisionalEntries,
  runOnVisibleRankingSource,
  shortenPlayerNamesExceptAdults,
} from '#server/event/scores/service.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  createSvgRenderer,
  isRightToLeftText,
  type SvgRenderer,
  shareImageFontFamily,
  toSingleLineText,
  toSvgTextContent,
  truncateTextToWidth,
  wrapAndTruncateText,
} from '#server/platform/lib/render-svg.ts'
import { getSiteBrand, getSiteDate, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { type EventDates, findEventDates } from './queries.ts'

/**
 * A row with a star: one of the first three entries of an event, or the rank of a team in an event. `score`
 * is a formatted number. The star of a provisional result has no colour of a medal.
 */
type ShareImageRow = { rank: number; name: string; score: string; isProvisional?: true | undefined }
/** What a school asks about a competition, such as its fee. */
type ShareImageFact = { label: string; value: string }

/**
 * What the share image of an event, a competition or a team shows, in one language. `line` is below the
 * title: the dates of an event; it may be empty.
 */
export type ShareImageContent = {
  isRtl: boolean
  siteName: string
  /** The site shows the standard star as its logo. */
  hasStar: boolean
  title: string
  line: string
  rows: readonly ShareImageRow[]
  facts: readonly ShareImageFact[]
  /** The address of the site, for an image without rows. */
  address: string
}

const { width, height } = shareImageSize
const margin = 72
const inner = width - 2 * margin
const colors = {
  night: '#0A0F1C',
  paper: '#FBFAF6',
  silver: '#AEB8C6',
  oasis: '#0B8F70',
  mint: '#2FE0B4',
  sun: '#F5A524',
  bronze: '#C77B3B',
} as const
const medalColors = [colors.sun, colors.silver, colors.bronze] as const

type Measure = (text: string, fontSize: number) => number
type TextStyle = { y: number; size: number; color: string; isRtl?: boolean }

/** Draws a share image as an SVG document. `measure` returns the width of a text in pixels. */
const buildShareImageSvg = (content: ShareImageContent, measure: Measure): string => {
  const { isRtl } = content
  const hasScores = content.rows.length > 0
  const hasFacts = content.facts.length > 0
  /** Turns a distance from the side where lines begin into a coordinate. */
  const fromStart = (distance: number) => (isRtl ? width - distance : distance)
  const drawText = (
    text: string,
    x: number,
    anchor: 'start' | 'middle' | 'end',
    { y, size, color, isRtl }: TextStyle,
  ) =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${color}" text-anchor="${anchor}">${toSvgTextContent(text, isRtl)}</text>`
  const drawAtStart = (text: string, distance: number, style: TextStyle) =>
    drawText(text, fromStart(distance), isRtl ? 'end' : 'start', style)
  const drawAtEnd = (text: string, distance: number, style: TextStyle) =>
    drawText(text, fromStart(width - distance), isRtl ? 'start' : 'end', style)
  const drawStar = (distance: number, y: number, size: number, shape: string) =>
    `<g transform="translate(${isRtl ? width - distance - size : distance} ${y}) scale(${size / 64})">${shape}</g>`

  const drawHeader = () => {
    const star = `<path d="${logo.star}" fill="${colors.mint}" fill-rule="evenodd"/><circle cx="${logo.core.cx}" cy="${logo.core.cy}" r="${logo.core.r}" fill="${colors.sun}"/>`
    const start = content.hasStar ? margin + 80 : margin
    const siteName = truncateTextToWidth(toSingleLineText(content.siteName), width - margin - start, (text) =>
      measure(text, 36),
    )
    return [
      ...(content.hasStar ? [drawStar(margin, 52, 60, star)] : []),
      drawAtStart(siteName, start, { y: 95, size: 36, color: colors.paper, isRtl }),
    ]
  }

  const drawTitle = () => {
    const { size, y } = hasScores
      ? { size: 58, y: 192 }
      : hasFacts
        ? { size: 64, y: 220 }
        : { size: 76, y: 270 }
    const lineHeight = Math.round(size * 1.3)
    const title = toSingleLineText(content.title)
    const lines = wrapAndTruncateText(title, inner, 2, (text) => measure(text, size))
    const direction = isRightToLeftText(title)
    const lineSize = hasScores || hasFacts ? 32 : 40
    const lineCount = hasScores || hasFacts ? 1 : 2
    const below = wrapAndTruncateText(toSingleLineText(content.line), inner, lineCount, (text) =>
      measure(text, lineSize),
    )
    const last = y + (lines.length - 1) * lineHeight
    return [
      ...lines.map((line, index) =>
        drawAtStart(line, margin, { y: y + index * lineHeight, size, color: colors.paper, isRtl: direction }),
      ),
      ...below.map((line, index) =>
        drawAtStart(line, margin, {
          y: last + (lineCount === 1 ? 68 : 84) + index * Math.round(lineSize * 1.3),
          size: lineSize,
          color: hasScores ? colors.silver : colors.mint,
          isRtl,
        }),
      ),
    ]
  }

  /** Draws the facts side by side, each value below its label. */
  const drawFact = ({ label, value }: ShareImageFact, index: number, { length }: readonly unknown[]) => {
    const column = inner / length
    const start = margin + index * column
    const draw = (text: string, style: TextStyle) =>
      drawAtStart(
        truncateTextToWidth(toSingleLineText(text), column - 24, (cut) => measure(cut, style.size)),
        start,
        style,
      )
    return [
      draw(label, { y: 436, size: 28, color: colors.silver, isRtl }),
      draw(value, { y: 486, size: 40, color: colors.mint, isRtl }),
    ]
  }

  const drawRow = ({ rank, name, score, isProvisional }: ShareImageRow, index: number) => {
    const middle = 402 + index * 74
    const color = isProvisional ? colors.paper : (medalColors[rank - 1] ?? colors.silver)
    const nameStart = margin + 84
    const scoreWidth = measure(score, 40)
    const shown = truncateTextToWidth(
      toSingleLineText(name),
      width - margin - nameStart - scoreWidth - 48,
      (text) => measure(text, 38),
    )
    return [
      ...(index > 0
        ? [
            `<line x1="${margin}" x2="${width - margin}" y1="${middle - 37}" y2="${middle - 37}" stroke="${colors.paper}" stroke-opacity="0.14"/>`,
          ]
        : []),
      drawStar(margin, middle - 29, 58, `<path d="${logo.badge}" fill="${color}"/>`),
      drawText(String(rank), fromStart(margin + 29), 'middle', {
        y: middle + 10,
        size: 28,
        color: colors.night,
        isRtl: false,
      }),
      drawAtStart(shown, nameStart, { y: middle + 13, size: 38, color: colors.paper }),
      drawAtEnd(score, margin, { y: middle + 14, size: 40, color: colors.mint, isRtl: false }),
    ]
  }

  const background = `<path d="${logo.outline}" stroke-width="0.7"/><path d="${logo.traces}" stroke-width="0.5"/>`
  const parts = [
    `<rect width="${width}" height="${height}" fill="${colors.night}"/>`,
    `<g fill="none" stroke="${colors.mint}" stroke-opacity="0.12">${drawStar(width - 430, -200, 560, background)}</g>`,
    ...drawHeader(),
    ...drawTitle(),
    ...(hasScores
      ? content.rows.flatMap(drawRow)
      : [
          ...content.facts.flatMap(drawFact),
          drawAtStart(content.address, margin, { y: 566, size: 32, color: colors.silver, isRtl: false }),
        ]),
    `<rect y="620" width="720" height="10" fill="${colors.oasis}"/><rect x="720" y="620" width="84" height="10" fill="${colors.sun}"/><rect x="804" y="620" width="396" height="10" fill="${colors.mint}"/>`,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${shareImageFontFamily}">${parts.join('')}</svg>`
}

const shownEntries = 3
/** An image has about 25 KB. */
const maxImages = 100

/** How a language writes what an image shows. */
export type ShareImageTexts = {
  isRtl: boolean
  /** Formats the days of an event; the text is empty for an event without dates. */
  formatDays: (dates: EventDates) => string
  formatScore: (score: number) => string
  /** Lists ages, fee and the day on which registration closes in the time zone of the site. */
  listCompetitionFacts: (competition: Competition, timeZone: string) => ShareImageFact[]
  /** Stands for an entry without a name. */
  unnamed: string
}

/**
 * Creates the service that draws the share images of events, competitions and teams. `root` is the folder
 * of the project.
 */
export const createShareImageService = ({ config, database }: Core, root: string) => {
  let renderer: Promise<SvgRenderer> | undefined
  const pictures = new LRUCache<string, Buffer>({ max: maxImages })

  const readSiteParts = async (lang: Lang, isRtl: boolean) => {
    const brand = await getSiteBrand({ config, database })
    return {
      isRtl,
      siteName: brand.name[lang],
      hasStar: brand.logo === null,
      address: new URL(config.SITE_URL).host,
    }
  }

  /** Reads what the image of an event shows, from the ranking as visitors see it. Throws `not-found`. */
  const readEventContent = async (
    idOrSlug: string,
    lang: Lang,
    { isRtl, formatDays, formatScore, unnamed }: ShareImageTexts,
  ): Promise<{ eventId: string; content: ShareImageContent }> => {
    const db = database.readDb
    const found = await runOnVisibleRankingSource(db, idOrSlug, async (event, source) => ({
      event,
      entries: await shortenPlayerNamesExceptAdults(
        db,
        await loadAndMarkProvisionalEntries(
          db,
          { ...event, areResultsFinal: event.results?.status === 'final' },
          await listTopEntriesOfRanking(db, event.id, shownEntries, source),
          source,
        ),
        source,
        await getSiteDate({ config, database }),
      ),
    }))
    if (!found) throw new AppError('not-found')
    const { event, entries } = found
    const [dates, siteParts] = await Promise.all([findEventDates(db, event.id), readSiteParts(lang, isRtl)])
    return {
      eventId: event.id,
      content: {
        ...siteParts,
        facts: [],
        title: event.title[lang],
        line: dates ? formatDays(dates) : '',
        rows: entries.map((entry) => ({
          rank: entry.rank,
          name: getEntryDisplayNames(entry).first || unnamed,
          score: formatScore(entry.totalScore),
          isProvisional: entry.isProvisional,
        })),
      },
    }
  }

  /**
   * Returns what the image of a competition shows: its name, the first line of its description, and what
   * schools ask.
   */
  const readCompetitionContent = async (
    { competition }: CompetitionPage,
    lang: Lang,
    { isRtl, listCompetitionFacts }: ShareImageTexts,
  ): Promise<ShareImageContent> => ({
    ...(await readSiteParts(lang, isRtl)),
    title: competition.name[lang],
    line: competition.description[lang].split('\n')[0] ?? '',
    rows: [],
    facts: listCompetitionFacts(competition, await getSiteTimeZone({ config, database })),
  })

  /** Returns what the image of a team shows: name, competition, school, and its three newest results. */
  const readTeamContent = async (
    { team, results }: TeamPage,
    lang: Lang,
    { isRtl, formatScore }: ShareImageTexts,
  ): Promise<ShareImageContent> => ({
    ...(await readSiteParts(lang, isRtl)),
    facts: [],
    title: team.name,
    line: [team.competition.name[lang], team.schoolName].filter(Boolean).join(' · '),
    rows: results.slice(0, shownEntries).map(({ event, rank, totalScore, isProvisional }) => ({
      rank,
      name: event.title[lang],
      score: formatScore(totalScore),
      isProvisional,
    })),
  })

  return {
    readEventContent,
    readCompetitionContent,
    readTeamContent,
    /** Returns the image as a PNG file. An image with the same content is drawn once. */
    drawPng: async (content: ShareImageContent): Promise<Buffer> => {
      const key = JSON.stringify(content)
      const drawn = pictures.get(key)
      if (drawn) return drawn
      renderer ??= createSvgRenderer(root)
      const { renderPng, measureText } = await renderer
      const picture = await renderPng(buildShareImageSvg(content, measureText))
      pictures.set(key, picture)
      return picture
    },
  }
}
