import type { AuditEntry } from '#contract/audit.schema.ts'
import { getAuditEntityTraits } from '#contract/audit.ts'
import { isolate } from '#contract/rules/text.ts'
import { languages } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import type { Texts } from '#web/shared/texts.ts'
import { createAuditFieldLabelFormatter, listRecordedFieldNames } from './audit-labels.ts'
import { createAuditValueFormatter } from './use-audit-value-formatter.ts'

/** A part of the sentence of an audit entry: text, who made the change, or the record. */
type AuditSentencePart = { type: 'text' | 'actor' | 'record'; text: string }

/** Characters of Unicode's private use area that take the place of the names while the texts are filled in. */
const markers = { actor: '\uE000', record: '\uE001' } as const
const maxSentenceFields = 3
const maxValueLength = 60
/** What guardians do, who have no account. */
const guardianActions: ReadonlySet<string> = new Set(['confirm-guardian', 'refuse-guardian'])
/** Matches the stored names of actors that are not users: `judge …` and the end of a judge code, or `simulator:` and the label of a simulator key. */
const judgeOrSimulator = /^(judge|simulator):? (.+)$/
/** The name that the server stores for background jobs. */
const systemName = 'system'
/** Fields whose values are the names of image files. */
const pictureFields: ReadonlySet<string> = new Set(['image', 'flag', 'avatar', 'picture', 'coverImage', 'bannerImage'])

/** Separates a text from the direction of the text around it, without characters that end the separation or are markers. */
const isolateWithoutMarks = (text: string) => isolate(text.replace(/[\u2066-\u2069\uE000\uE001]/g, ''))

/** Creates a function that describes an audit entry in one sentence in the language of `texts`. `timeZone` is that of the site, `name` the name of the record. */
export const createAuditSentenceBuilder = (texts: Pick<Texts, 't' | 'exists' | 'language'>, timeZone: string) => {
  const { t, exists, language } = texts
  const getFieldLabel = createAuditFieldLabelFormatter(texts)
  const formatValue = createAuditValueFormatter(texts, timeZone)
  const join = (items: string[]) => new Intl.ListFormat(languages[language].locale, { type: 'conjunction' }).format(items)

  /** Returns a value as the sentence shows it, undefined when it is too long for a sentence or not a text. */
  const formatShortValue = (entry: AuditEntry, part: Record<string, unknown>, field: string): string | undefined => {
    const value = part[field]
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('adminAudit.sentences.empty')
    if (pictureFields.has(field) || (typeof value === 'object' && !Array.isArray(value))) return undefined
    const name = typeof value === 'string' ? entry.references[value]?.name[language] : undefined
    const text = name || formatValue(entry, part, field)
    return text.length > maxValueLength || text.includes('\n') ? undefined : isolateWithoutMarks(text)
  }

  /** Returns who made the change, and of whose score sheet: a text with the marker in place of the name, and the name. */
  const describeActor = ({ actor, action, after, references }: AuditEntry): { text: string; name: string } => {
    const describe = (kind: 'user' | 'judge' | 'simulator') => t(`adminAudit.sentences.actors.${kind}`, { name: markers.actor })
    const judgeId = after?.judge
    const judge = typeof judgeId === 'string' ? references[judgeId]?.name[language] : undefined
    const addJudge = (text: string) =>
      judge ? t('adminAudit.sentences.actors.withJudge', { actor: text, judge: isolateWithoutMarks(judge) }) : text
    if (actor.id !== null && actor.name) return { text: addJudge(describe('user')), name: actor.name }
    const [, kind, name] = judgeOrSimulator.exec(actor.name) ?? []
    if (kind && name) return { text: addJudge(describe(kind as 'judge' | 'simulator')), name }
    const systemOrGuardian = t(guardianActions.has(action) ? 'adminAudit.guardian' : 'adminAudit.system')
    return { text: markers.actor, name: actor.name === systemName ? systemOrGuardian : actor.name || systemOrGuardian }
  }

  const describeChange = (entry: AuditEntry): string => {
    const values = { actor: describeActor(entry).text, record: describeRecord(entry) }
    const isPersonal = getAuditEntityTraits(entry.entity).isPersonal
    const storedFields = listRecordedFieldNames(entry).filter((field) => field !== 'undoes' && field !== 'judge')
    const isRevert = entry.action === 'update' && typeof entry.after?.undoes === 'string'
    const labels = [...new Set([...entry.changedFields, ...storedFields].map((field) => getFieldLabel(entry.entity, field) ?? field))]
    if (labels.length === 0) return t('adminAudit.sentences.changed', values)
    if (isRevert && labels.length > maxSentenceFields) return t('adminAudit.sentences.revertedMany', values)
    if (labels.length > maxSentenceFields)
      return t('adminAudit.sentences.changedMany', { ...values, count: labels.length, formatted: formatNumber(labels.length, language) })
    const changes = storedFields.map((field) => {
      const before = formatShortValue(entry, entry.before ?? {}, field)
      const after = formatShortValue(entry, entry.after ?? {}, field)
      const label = isolateWithoutMarks(getFieldLabel(entry.entity, field) ?? field)
      return { isShort: before !== undefined && after !== undefined, texts: { field: label, before: before ?? '', after: after ?? '' } }
    })
    if (isPersonal || entry.changedFields.length > 0 || (!isRevert && !changes.some(({ isShort }) => isShort))) {
      const fields = labels.map((label) => t('adminAudit.sentences.fieldName', { field: isolateWithoutMarks(label) }))
      return t('adminAudit.sentences.changedNames', { ...values, fields: join(fields) })
    }
    const [first, ...others] = changes
    if (first && others.length === 0 && !isRevert) return t('adminAudit.sentences.changedOne', { ...values, ...first.texts })
    const described = changes.map(({ isShort, texts }) => t(`adminAudit.sentences.${isShort ? 'change' : 'fieldName'}`, texts))
    return t(`adminAudit.sentences.${isRevert ? 'revertedFew' : 'changedFew'}`, { ...values, changes: join(described) })
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
