import type { Announcement, AnnouncementAudience, AnnouncementFields } from '#contract/announcement.ts'

/** The values of the announcement form; an empty text in a field of the audience selects all. */
export type AnnouncementValues = Pick<AnnouncementFields, 'subject' | 'body' | 'kind'> & {
  competitionId: string
  stage: string
  regionId: string
  paid: '' | 'true' | 'false'
}

const emptyText = { en: '', ar: '' }
export const emptyAnnouncementValues: AnnouncementValues = {
  ...{ subject: emptyText, body: emptyText, kind: 'registration' },
  ...{ competitionId: '', stage: '', regionId: '', paid: '' },
}

export const toAnnouncementValues = ({ subject, body, kind, competitionId, stage, regionId, paid }: Announcement): AnnouncementValues => ({
  ...{ subject, body, kind },
  competitionId: competitionId ?? '',
  stage: stage ?? '',
  regionId: regionId ?? '',
  paid: paid === null ? '' : paid ? 'true' : 'false',
})

export const toAudience = ({ competitionId, stage, regionId, paid }: AnnouncementValues): AnnouncementAudience => ({
  competitionId: competitionId || null,
  stage: stage || null,
  regionId: regionId || null,
  paid: paid === '' ? null : paid === 'true',
})
