import { Alert, Radio, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useRef } from 'react'
import {
  type EventField,
  eventFieldNames,
  eventFields,
  type LocalizedEventField,
} from '#contract/event/event.fields.ts'
import type { EditedEvent } from '#contract/event/event.schema.ts'
import {
  type EventSwitch,
  isEventListedForRegion,
  type LiveMode,
  liveModes,
  type MissionType,
  missionTypes,
  type TotalRule,
  totalRules,
} from '#contract/event/event.ts'
import {
  hasEndBeforeStart,
  listNewlyMissingRequiredEventTexts,
  listTitleFieldsIfAllEmpty,
  normalizeTags,
} from '#contract/event/event-rules.ts'
import type { SeasonYearRecord } from '#contract/people/seasons/season-year.schema.ts'
import { formatIsoDateDayFirst } from '#contract/platform/typed-date.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { AdminDateField } from '#web/admin/shared/date-field.tsx'
import { calendarDateToIsoMidnight, isInstant } from '#web/admin/shared/date-field-values.ts'
import { FormSection, RecordForm } from '#web/admin/shared/form-page.tsx'
import { ImagePickerField } from '#web/admin/shared/image-field.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import {
  useHasPermission,
  useIsLimitedToRegions,
  useRegionsWithinUserLimit,
} from '#web/admin/shared/use-has-permission.ts'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { findCurrentEventInStaleError, toEventFieldErrors } from '#web/shared/api/admin/events.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SaveThenPreviewOrPublishButtons } from './event-form-actions.tsx'
import {
  type EventValues,
  emptyEventValues,
  listChangedEventSwitches,
  listUnreadableDateFields,
  toEventFormValues,
  toEventInputWithChangedSwitches,
} from './event-values.ts'
import { TagsField } from './tags-field.tsx'

/** The image in the previews of an event without its own. */
const placeholderCover = '/covers/fallback-1.webp'

/**
 * `eventListRegion` is the setting with this name. The promise of `onSaved` resolves when the page shows the
 * saved event.
 */
type Props = {
  event?: EditedEvent
  regions: Region[]
  seasons: Pick<SeasonYearRecord, 'year' | 'name' | 'active'>[]
  eventListRegion: string | null
  onSaved: (event: EditedEvent) => Promise<void>
}

/** Returns the calendar date of a stored date as `YYYY-MM-DD`, and a text that cannot be read unchanged. */
const toFieldDate = (value: string | null): string => (isInstant(value) ? value.slice(0, 10) : (value ?? ''))

/** Lists the years of the seasons, the newest first, with that of the event. */
const listChoosableSeasons = (seasons: Props['seasons'], event: EditedEvent | undefined): number[] =>
  [...new Set([...seasons.map(({ year }) => year), ...(event?.season ? [event.season] : [])])].toSorted(
    (a, b) => b - a,
  )

/** The errors of localized fields have one key per language (`title.en`). */
type EventFormErrors = FieldErrors<EventValues> & Record<string, string | undefined>

/** Shows the form of a new or stored event. */
export function EventForm({ event, regions, seasons, eventListRegion, onSaved }: Props) {
  const isLimited = useIsLimitedToRegions()
  const ownRegions = useRegionsWithinUserLimit(regions)
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const maySeeResults = useHasPermission('results')
  const isTotalRuleReadOnly = !maySeeResults && event !== undefined && event.entryCount > 0
  const pageUpdate = useRef<Promise<void>>(undefined)
  const form = useRecordForm<EventValues, EditedEvent>({
    initialValues: event
      ? toEventFormValues(event)
      : {
          ...emptyEventValues,
          season: seasons.find(({ active }) => active)?.year,
          region: (isLimited && ownRegions[0]?.slug) || '',
        },
    validate: (values) => {
      const texts: string[] = values.active
        ? listNewlyMissingRequiredEventTexts(values, event?.active ? event : undefined)
        : listTitleFieldsIfAllEmpty(values)
      const message = t(values.active ? 'fieldErrors.required' : 'adminEvents.draftTitle')
      return Object.fromEntries([
        ...texts.map((field) => [field, message]),
        ...listUnreadableDateFields(values).map((field) => [field, t('fieldErrors.bad-date')]),
      ]) as EventFormErrors
    },
    getIncompleteMessage: () => t('messages.formIncomplete'),
    save: async (values, version) => {
      const input = toEventInputWithChangedSwitches(
        { ...values, tags: normalizeTags(values.tags) },
        event,
        version,
      )
      const { message, event: saved } = await adminApi.events.save(input, values)
      return { message, record: saved }
    },
    toFieldErrors: (error) => toEventFieldErrors(error) as EventFormErrors,
    readCurrent: (error) => {
      const current = findCurrentEventInStaleError(error)
      return current && { values: toEventFormValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toEventFormValues(saved), version: saved.version }),
    onSaved: (saved) => {
      pageUpdate.current = onSaved(saved)
    },
  })
  const { values, set } = form
  const errors = form.errors as EventFormErrors
  const levelLabel = (level: MissionType | null) =>
    level === null ? t('allLevels') : t(`missionType.${level}`)
  const seasonLabel = (year: number | undefined) =>
    seasons.find((season) => season.year === year)?.name[lang] ?? String(year ?? '')
  const regionLabel = (slug: string) =>
    regions.find((region) => region.slug === slug)?.name[lang] ?? t('adminEvents.everywhere')
  const totalRuleLabel = (rule: TotalRule) => t(`adminScores.rules.${rule}`)
  const formatField = (field: EventField, source: EventValues): string => {
    switch (field) {
      case 'missionType':
        return source.missionType === undefined
          ? t('adminEvents.level.notChosen')
          : levelLabel(source.missionType)
      case 'season':
        return seasonLabel(source.season)
      case 'region':
        return regionLabel(source.region)
      case 'totalRule':
        return totalRuleLabel(source.totalRule)
      case 'startDate':
      case 'endDate':
        return formatIsoDateDayFirst(toFieldDate(source[field]))
      case 'eventCode':
        return source.eventCode
      case 'tags':
        return source.tags.join(' · ')
      default:
        return `${source[field].en}\n${source[field].ar}`
    }
  }
  const label = (field: EventField) => t(`adminEvents.fields.${field}`)
  const formatSwitch = (name: EventSwitch, source: EventValues) =>
    name === 'liveMode'
      ? t(`adminEvents.liveModes.${source.liveMode}`)
      : t(`adminEvents.flagStates.${source[name] ? 'on' : 'off'}`)
  const findConflictingTexts = (theirs: EventValues, mine: EventValues) =>
    [
      ...eventFieldNames.map((field) => ({
        label: label(field),
        theirs: formatField(field, theirs),
        mine: formatField(field, mine),
      })),
      ...listChangedEventSwitches(mine, event).map((name) => ({
        label: t(`adminEvents.switches.${name}`),
        theirs: formatSwitch(name, theirs),
        mine: formatSwitch(name, mine),
      })),
    ].filter((difference) => difference.theirs !== difference.mine)
  const textField = (field: LocalizedEventField, more: { required?: boolean; long?: boolean }) => (
    <LocalizedField
      label={label(field)}
      limit={eventFields[field].maxLength}
      value={values[field]}
      errors={{ en: errors[`${field}.en`], ar: errors[`${field}.ar`] }}
      onChange={(value) => set(field, value)}
      {...more}
    />
  )
  const dateField = (field: 'startDate' | 'endDate') => (
    <AdminDateField
      label={label(field)}
      value={toFieldDate(values[field])}
      error={errors[field]}
      onChange={(date) => set(field, date === '' ? null : (calendarDateToIsoMidnight(date) ?? date))}
    />
  )

  return (
    <RecordForm
      form={form}
      differences={findConflictingTexts}
      saveLabel={values.active ? undefined : t('adminEvents.saveDraft')}
      actions={
        <SaveThenPreviewOrPublishButtons form={form} event={event} waitForPage={() => pageUpdate.current} />
      }
    >
      <FormSection title={t('adminEvents.sections.pictures')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ImagePickerField
            label={t('adminEvents.fields.coverImage')}
            width={200}
            height={200}
            shownRatio="16 / 9"
            placeholder={placeholderCover}
            hint={t('adminEvents.coverHint')}
            kept={event?.coverImage ?? null}
            value={values.coverImage}
            error={errors.coverImage}
            onChange={(value) => set('coverImage', value)}
          />
          <ImagePickerField
            label={t('adminEvents.fields.bannerImage')}
            height={200}
            placeholder={placeholderCover}
            kept={event?.bannerImage ?? null}
            value={values.bannerImage}
            error={errors.bannerImage}
            onChange={(value) => set('bannerImage', value)}
          />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('adminEvents.sections.texts')}>
        {textField('title', { required: true })}
        {textField('description', { required: true, long: true })}
      </FormSection>
      <FormSection title={t('adminEvents.sections.when')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {dateField('startDate')}
          {dateField('endDate')}
        </SimpleGrid>
        <div role="status">
          {hasEndBeforeStart(values) ? <Alert color="yellow">{t('adminEvents.endsFirst')}</Alert> : null}
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={label('missionType')}
            description={
              values.missionType === undefined
                ? t('adminEvents.level.hint', { level: levelLabel(event?.missionType ?? 0) })
                : undefined
            }
            placeholder={t('adminEvents.level.choose')}
            allowDeselect={false}
            data={[null, ...missionTypes].map((level) => ({
              value: String(level),
              label: levelLabel(level),
            }))}
            value={values.missionType === undefined ? null : String(values.missionType)}
            error={errors.missionType}
            onChange={(value) => set('missionType', value === 'null' ? null : (Number(value) as MissionType))}
          />
          <ChoiceSelect
            label={label('season')}
            description={t('adminEvents.seasonHint')}
            choices={listChoosableSeasons(seasons, event)}
            toLabel={seasonLabel}
            value={values.season ?? null}
            error={errors.season}
            onChange={(season) => set('season', season)}
          />
          <TextInput
            label={label('eventCode')}
            description={t('adminEvents.eventCodeHint')}
            dir="ltr"
            maxLength={eventFields.eventCode.maxLength}
            value={values.eventCode}
            error={errors.eventCode}
            onChange={(change) => set('eventCode', change.currentTarget.value)}
          />
          <Select
            label={label('region')}
            allowDeselect={false}
            data={[
              ...(isLimited ? [] : [{ value: '', label: t('adminEvents.everywhere') }]),
              ...ownRegions.map(({ slug, name }) => ({ value: slug, label: name[lang] })),
            ]}
            value={values.region}
            error={errors.region}
            onChange={(value) => set('region', value ?? '')}
          />
          <ChoiceSelect
            label={label('totalRule')}
            description={isTotalRuleReadOnly ? t('adminEvents.totalRuleReadOnly') : undefined}
            readOnly={isTotalRuleReadOnly}
            choices={totalRules}
            toLabel={totalRuleLabel}
            value={values.totalRule}
            error={errors.totalRule}
            onChange={(rule) => set('totalRule', rule)}
          />
        </SimpleGrid>
        <div role="status">
          {isEventListedForRegion(values.region || null, eventListRegion) ? null : (
            <Alert color="yellow">
              {t('adminEvents.notListed', { region: regionLabel(eventListRegion ?? '') })}
            </Alert>
          )}
        </div>
      </FormSection>
      <FormSection title={t('adminEvents.sections.visibility')}>
        <Switch
          label={t('adminEvents.switches.trending')}
          description={t('adminEvents.trendingHint')}
          checked={values.trending}
          onChange={(change) => set('trending', change.currentTarget.checked)}
        />
        <Radio.Group
          label={t('adminEvents.switches.liveMode')}
          description={t('adminEvents.liveHint')}
          value={values.liveMode}
          onChange={(mode) => set('liveMode', mode as LiveMode)}
        >
          <Stack gap="xs" my="xs">
            {liveModes.map((mode) => (
              <Radio
                key={mode}
                value={mode}
                label={t(`adminEvents.liveModes.${mode}`)}
                description={mode === 'by-date' ? t('adminEvents.liveByDateHint') : undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      </FormSection>
      <FormSection title={t('adminEvents.sections.play')}>
        {textField('datesInfo', { long: true })}
        {textField('howToPlay', { long: true })}
        {textField('rules', { long: true })}
      </FormSection>
      <FormSection title={t('adminEvents.sections.tags')}>
        <TagsField value={values.tags} error={errors.tags} onChange={(tags) => set('tags', tags)} />
      </FormSection>
    </RecordForm>
  )
}
