import type { AuditEntry } from '#contract/platform/audit.schema.ts'
import { type AuditEntity, getAuditEntityTraits } from '#contract/platform/audit.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'
import { formatCalendarDate, formatDateTime, formatMoney, formatNumber } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

/** Returns where the texts of the options of a field are, by the entity of its entry. */
const optionTexts = ({ entity }: AuditEntry, field: string): string | undefined => {
  if (entity === 'payment') return { state: 'adminPayments.states', method: 'adminPayments.methods' }[field]
  if (entity === 'message') return { state: 'adminMessages.states' }[field]
  if (entity === 'announcement')
    return {
      state: 'adminAnnouncements.states',
      kind: 'adminAnnouncements.kinds',
      groups: 'adminAnnouncements.groupNames',
    }[field]
  if (entity === 'settings') return { pausedEmailClasses: 'adminEmailQueue.classNames' }[field]
  if (entity === 'email-queue') return { emailClass: 'adminEmailQueue.classNames' }[field]
  if (entity === 'protest') return { state: 'protests.states' }[field]
  if (entity === 'team' && field === 'status') return 'adminTeams.places'
  if (entity === 'schedule' && field === 'badgeRoles') return 'adminJudging.badges.roles'
  if (entity === 'event' && field === 'missionType') return 'missionType'
  if (entity === 'event' && field === 'liveMode') return 'adminEvents.liveModes'
  if (entity === 'screen' && field === 'scene') return 'adminEvents.display.screens.scenes'
  return `${entity}Fields.options.${field}`
}
/** Tells whether a value is the level of an event for all levels. */
const isOfAllLevels = ({ entity }: AuditEntry, field: string, value: unknown) =>
  entity === 'event' && field === 'missionType' && value === null
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const isoDay = /^\d{4}-\d\d-\d\d$/

/** Returns the currency of an amount: payments and competitions store amounts in the smallest unit. */
const getAmountCurrency = (entry: AuditEntry, part: Record<string, unknown>, field: string): unknown => {
  if (entry.entity === 'payment' && field === 'amount') return part.currency
  if (entry.entity === 'competition' && field === 'fee') return part.currency ?? entry.currency
  return undefined
}

/**
 * Creates a function that formats a value of an audit entry: options, times and amounts as the pages show
 * them. `part` is the values before or after the change; `timeZone` is that of the site.
 */
const createAuditValueFormatter = (
  { t, exists, language }: Pick<Texts, 't' | 'exists' | 'language'>,
  timeZone: string,
) => {
  const formatOption = (entry: AuditEntry, field: string, value: unknown): string => {
    const key = `${optionTexts(entry, field)}.${value}`
    if (exists(key)) return t(key as 'teamFields.options.ageLevel.junior')
    if (field === 'lang' && (value === 'en' || value === 'ar')) return languages[value].label
    return typeof value === 'number' && entry.entity !== 'season-year'
      ? formatNumber(value, language)
      : String(value)
  }
  return (entry: AuditEntry, part: Record<string, unknown>, field: string): string => {
    const value = part[field]
    if (isOfAllLevels(entry, field, value)) return t('allLevels')
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'adminAudit.yes' : 'adminAudit.no')
    const currency = getAmountCurrency(entry, part, field)
    if (typeof value === 'number' && typeof currency === 'string')
      return formatMoney({ amount: value, currency }, language)
    if (typeof value === 'string' && isoTime.test(value)) return formatDateTime(value, language, timeZone)
    if (typeof value === 'string' && isoDay.test(value)) return formatCalendarDate(value, language)
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
      return value.map((item) => formatOption(entry, field, item)).join(' · ') || '–'
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : formatOption(entry, field, value)
  }
}

/** Returns `createAuditValueFormatter` for the language of the page and the time zone of the site. */
export const useAuditValueFormatter = () =>
  createAuditValueFormatter(useTranslation().i18n, useRootData().timeZone)

/** Returns the part of a label that is in a language; the whole label when it has no two parts. */
export const getLanguagePartOfAuditLabel = (
  entity: AuditEntity,
  label: string,
  language: Language,
): string => {
  const [en, ar, ...others] = label.split(' · ')
  if (!getAuditEntityTraits(entity).hasLocalizedLabel || !en || !ar || others.length > 0) return label
  return language === 'ar' ? ar : en
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** Lists the fields of an audit entry that have a value before or after the change, without the version. */
export const listFilledAuditFields = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => field !== 'version' && (isFilled(before?.[field]) || isFilled(after?.[field])),
  )

const formLabels: Partial<
  Record<AuditEntity, 'teamFields.team' | 'teamFields.person' | 'userFields.labels'>
> = {
  team: 'teamFields.team',
  'team-person': 'teamFields.person',
  user: 'userFields.labels',
}

/**
 * Creates a function that gives the label of a field of an audit entry, undefined when there is none. The
 * fields of users, teams, people and events have the labels of their forms; `titleEn` is the English text of
 * `title`.
 */
const createAuditFieldLabelFormatter =
  ({ t, exists }: Pick<Texts, 't' | 'exists'>) =>
  (entity: AuditEntity, field: string): string | undefined => {
    const formLabel = `${formLabels[entity]}.${field}`
    if (exists(formLabel)) return t(formLabel as 'teamFields.team.name')
    if (exists(`adminAudit.fields.${field}`)) return t(`adminAudit.fields.${field as 'name'}`)
    const [, name = field, lang] = /^(.*?)(En|Ar)?$/.exec(field) ?? []
    if (entity !== 'event' || !exists(`adminEvents.fields.${name}`)) return undefined
    const label = t(`adminEvents.fields.${name as 'title'}`)
    return lang ? `${label} (${t(lang === 'En' ? 'admin.form.english' : 'admin.form.arabic')})` : label
  }

/** Returns a function that formats the name of an audited field in the language of the page. */
export const useAuditFieldLabelFormatter = () => createAuditFieldLabelFormatter(useTranslation().i18n)

/** A part of the sentence of an audit entry: text, who made the change, or the record. */
type AuditSentencePart = { type: 'text' | 'actor' | 'record'; text: string }

/**
 * Characters of Unicode's private use area that take the place of the names while the texts are filled in.
 */
const markers = { actor: '\uE000', record: '\uE001' } as const
const maxSentenceFields = 3
const maxValueLength = 60
/** What guardians do, who are not users. */
const guardianActions: ReadonlySet<string> = new Set(['confirm-guardian', 'refuse-guardian'])
/**
 * Matches the stored names of actors that are not users: `judge …` and the end of a judge code, or
 * `simulator:` and the label of a simulator key.
 */
const judgeOrSimulator = /^(judge|simulator):? (.+)$/
/** The name that the server stores for background jobs. */
const systemName = 'system'
/** Fields whose values are the names of image files. */
const imageFields: ReadonlySet<string> = new Set([
  'image',
  'flag',
  'avatar',
  'picture',
  'coverImage',
  'bannerImage',
])

const removeMarkers = (text: string) => text.replace(/[\uE000\uE001]/g, '')

/**
 * Creates a function that describes an audit entry in one sentence in the language of `texts`. `timeZone` is
 * that of the site, `name` the name of the record.
 */
export const createAuditSentencePartsBuilder = (
  texts: Pick<Texts, 't' | 'exists' | 'language'>,
  timeZone: string,
) => {
  const { t, exists, language } = texts
  const getFieldLabel = createAuditFieldLabelFormatter(texts)
  const formatValue = createAuditValueFormatter(texts, timeZone)

  /** Returns a value as the sentence shows it, undefined when it is too long for a sentence or not a text. */
  const formatShortValue = (
    entry: AuditEntry,
    part: Record<string, unknown>,
    field: string,
  ): string | undefined => {
    const value = part[field]
    if (isOfAllLevels(entry, field, value)) return removeMarkers(t('allLevels'))
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('adminAudit.sentences.empty')
    if (imageFields.has(field) || (typeof value === 'object' && !Array.isArray(value))) return undefined
    const name = typeof value === 'string' ? entry.references[value]?.name[language] : undefined
    const text = name || formatValue(entry, part, field)
    return text.length > maxValueLength || text.includes('\n') ? undefined : removeMarkers(text)
  }

  /**
   * Returns who made the change, and of whose score sheet: a text with the marker in place of the name, and
   * the name.
   */
  const describeActor = ({
    actor,
    action,
    after,
    references,
  }: AuditEntry): { text: string; name: string } => {
    const describe = (kind: 'user' | 'judge' | 'simulator') =>
      t(`adminAudit.sentences.actors.${kind}`, { name: markers.actor })
    const judgeId = after?.judge
    const judge = typeof judgeId === 'string' ? references[judgeId]?.name[language] : undefined
    const addJudge = (text: string) =>
      judge ? t('adminAudit.sentences.actors.withJudge', { actor: text, judge: removeMarkers(judge) }) : text
    if (actor.id !== null && actor.name) return { text: addJudge(describe('user')), name: actor.name }
    const [, kind, name] = judgeOrSimulator.exec(actor.name) ?? []
    if (kind && name) return { text: addJudge(describe(kind as 'judge' | 'simulator')), name }
    const systemOrGuardian = t(guardianActions.has(action) ? 'adminAudit.guardian' : 'adminAudit.system')
    return {
      text: markers.actor,
      name: actor.name === systemName ? systemOrGuardian : actor.name || systemOrGuardian,
    }
  }

  const describeChange = (entry: AuditEntry): string => {
    const values = { actor: describeActor(entry).text, record: describeRecord(entry) }
    const isPersonal = getAuditEntityTraits(entry.entity).isPersonal
    const storedFields = listFilledAuditFields(entry).filter(
      (field) => field !== 'undoes' && field !== 'judge',
    )
    const isRevert = entry.action === 'update' && typeof entry.after?.undoes === 'string'
    const labels = [
      ...new Set(
        [...entry.changedFields, ...storedFields].map((field) => getFieldLabel(entry.entity, field) ?? field),
      ),
    ]
    if (labels.length === 0) return t('adminAudit.sentences.changed', values)
    if (isRevert && labels.length > maxSentenceFields) return t('adminAudit.sentences.revertedMany', values)
    if (labels.length > maxSentenceFields)
      return t('adminAudit.sentences.changedMany', {
        ...values,
        count: labels.length,
        formatted: formatNumber(labels.length, language),
      })
    const changes = storedFields.map((field) => {
      const before = formatShortValue(entry, entry.before ?? {}, field)
      const after = formatShortValue(entry, entry.after ?? {}, field)
      const label = removeMarkers(getFieldLabel(entry.entity, field) ?? field)
      return {
        isShort: before !== undefined && after !== undefined,
        texts: { field: label, before: before ?? '', after: after ?? '' },
      }
    })
    if (
      isPersonal ||
      entry.changedFields.length > 0 ||
      (!isRevert && !changes.some(({ isShort }) => isShort))
    ) {
      const fields = labels.map((label) =>
        t('adminAudit.sentences.fieldName', { field: removeMarkers(label) }),
      )
      return t('adminAudit.sentences.changedNames', { ...values, fields: formatList(fields, language) })
    }
    const [first, ...others] = changes
    if (first && others.length === 0 && !isRevert)
      return t('adminAudit.sentences.changedOne', { ...values, ...first.texts })
    const described = changes.map(({ isShort, texts }) =>
      t(`adminAudit.sentences.${isShort ? 'change' : 'fieldName'}`, texts),
    )
    return t(`adminAudit.sentences.${isRevert ? 'revertedFew' : 'changedFew'}`, {
      ...values,
      changes: formatList(described, language),
    })
  }

  const hasListName = ({ entity, entityId }: AuditEntry) =>
    (entityId === 'all' || entity === 'settings') && exists(`adminEntities.${entity}.all`)
  const describeRecord = (entry: AuditEntry): string =>
    hasListName(entry) ? markers.record : t(`adminEntities.${entry.entity}.record`, { name: markers.record })

  const describeAction = (entry: AuditEntry): string => {
    const { action, entity } = entry
    if (action === 'update' || action === 'toggle') return describeChange(entry)
    const own = `${action}-${entity}`
    const key = exists(`adminAudit.sentences.actions.${own}`) ? (own as 'import-event') : action
    return t(`adminAudit.sentences.actions.${key}`, {
      actor: describeActor(entry).text,
      name: markers.record,
      record: describeRecord(entry),
    })
  }

  return (entry: AuditEntry, name: string): AuditSentencePart[] => {
    const recordName = hasListName(entry) ? t(`adminEntities.${entry.entity as 'settings'}.all`) : name
    return describeAction(entry)
      .split(/([\uE000\uE001])/)
      .filter((text) => text !== '')
      .map((text) => {
        if (text === markers.actor) return { type: 'actor', text: describeActor(entry).name }
        return text === markers.record ? { type: 'record', text: recordName } : { type: 'text', text }
      })
  }
}
