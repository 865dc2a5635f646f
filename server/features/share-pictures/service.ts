import { LRUCache } from 'lru-cache'
import type { Lang } from '#contract/localized.ts'
import type { Core } from '#server/deps.ts'
import { listTopEntries, readVisibleRanking } from '#server/features/scores/service.ts'
import { getSiteBrand } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createSvgRenderer, type SvgRenderer } from '#server/lib/render-svg.ts'
import { buildSharePictureSvg, type SharePictureContent } from './draw-picture.ts'
import { type EventDates, findEventDates } from './queries.ts'

const shownEntries = 3
/** A picture has about 25 KB. */
const maxPictures = 100

/** How a language writes what a picture shows. */
export type SharePictureTexts = {
  isRtl: boolean
  /** Formats the days of an event; the text is empty for an event without dates. */
  formatDays: (dates: EventDates) => string
  formatScore: (score: number) => string
  /** Stands for an entry without a name. */
  unnamed: string
}

/** Creates the service that draws the share pictures of events. `root` is the folder of the project. */
export const createSharePictureService = ({ config, database }: Pick<Core, 'config' | 'database'>, root: string) => {
  let renderer: Promise<SvgRenderer> | undefined
  const pictures = new LRUCache<string, Buffer>({ max: maxPictures })

  /** Reads what a picture shows, from the ranking as visitors see it. Throws `not-found`. */
  const readContent = async (
    idOrSlug: string,
    lang: Lang,
    { isRtl, formatDays, formatScore, unnamed }: SharePictureTexts,
  ): Promise<{ eventId: string; content: SharePictureContent }> => {
    const db = database.readDb
    const found = await readVisibleRanking(db, idOrSlug, async (event, source) => ({
      event,
      entries: await listTopEntries(db, event.id, shownEntries, source),
    }))
    if (!found) throw new AppError('not-found')
    const { event, entries } = found
    const [dates, brand] = await Promise.all([findEventDates(db, event.id), getSiteBrand({ config, database })])
    return {
      eventId: event.id,
      content: {
        isRtl,
        siteName: brand.name[lang],
        hasStar: brand.logo === null,
        title: event.title[lang],
        dates: dates ? formatDays(dates) : '',
        rows: entries.map(({ rank, playerName, teamName, totalScore }) => ({
          rank,
          name: playerName || teamName || unnamed,
          score: formatScore(totalScore),
        })),
        address: new URL(config.SITE_URL).host,
      },
    }
  }

  return {
    readContent,
    /** Returns the picture as a PNG file. A picture with the same content is drawn once. */
    drawPng: async (content: SharePictureContent): Promise<Buffer> => {
      const key = JSON.stringify(content)
      const drawn = pictures.get(key)
      if (drawn) return drawn
      renderer ??= createSvgRenderer(root)
      const { renderPng, measureText } = await renderer
      const picture = await renderPng(buildSharePictureSvg(content, measureText))
      pictures.set(key, picture)
      return picture
    },
  }
}
