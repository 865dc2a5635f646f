import type { RegionLimit } from '../accounts/permissions.ts'
import type { Localized } from '../platform/localized.ts'

/**
 * What an announcement is about. `registration`: the recipients' own registration; everybody gets it. `news`:
 * anything else; only people who asked for news get it.
 */
export const announcementKinds = ['registration', 'news'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]

/**
 * A draft can be edited, scheduled and deleted. A scheduled announcement becomes a draft again when it is
 * canceled, until sending begins.
 */
export const announcementStates = ['draft', 'scheduled', 'sending', 'sent'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/**
 * The delivery to one recipient. `waiting`: not handed over to the mail server yet. `sent`: the mail server
 * accepted it. `failed`: the mail server rejected it, or could not be reached for a day. `unknown`: the
 * process ended during the sending; the email is not sent again. `unsubscribed`: skipped, because the
 * recipient did not ask for news. `cancelled`: an organizer stopped the sending before it was sent.
 */
export const deliveryStates = ['waiting', 'sent', 'failed', 'unknown', 'unsubscribed', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export type DeliveryCounts = Record<DeliveryState, number>

/**
 * Who gets an announcement: owners and coaches of teams, and judges of an event who are people of the organizer with
 * an address and have a valid code.
 */
export const audienceGroups = ['owners', 'coaches', 'judges'] as const
export type AudienceGroup = (typeof audienceGroups)[number]
/** The groups of an announcement that names none. */
export const defaultAudienceGroups: AudienceGroup[] = ['owners', 'coaches']

/**
 * Whom an announcement is for: groups of people of the teams and judges of an event, or of the teams of the active
 * season, which has no judges. Null selects all. Competition, stage, region and payment choose among the teams. Lapsed
 * teams, and teams that have withdrawn from the event, are never included.
 */
export type AnnouncementAudience = {
  groups: AudienceGroup[]
  eventId: string | null
  competitionId: string | null
  stage: string | null
  regionId: string | null
  paid: boolean | null
}

/** An audience, limited to teams and events of regions; null is no limit. */
export type LimitedAudience = AnnouncementAudience & { regionIds: RegionLimit }

/** The values of the form. */
export type AnnouncementFields = {
  subject: Localized
  body: Localized
  kind: AnnouncementKind
} & AnnouncementAudience

/** Limits of texts in characters. */
export const announcementLimits = { subject: 150, body: 5000, stage: 60 } as const
