import { Alert, Button, Select, SimpleGrid, TextInput } from '@mantine/core'
import { IconAward, IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type AdminEvent, eventLimits, type MissionType, missionTypes, type TotalRule, totalRules } from '#contract/event.ts'
import type { Localized } from '#contract/localized.ts'
import type { Region } from '#contract/region.ts'
import { endsBeforeStart, findMissingEventTexts, normalizeTags } from '#contract/rules/event.ts'
import type { Language } from '#i18n/languages.ts'
import { DateField } from '#web/admin/shared/date-field.tsx'
import { FormPage, FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/localized-field.tsx'
import { isoToPickerValue } from '#web/admin/shared/picker-value.ts'
import { PictureField } from '#web/admin/shared/picture-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { currentEvent, eventFields } from '#web/shared/api/admin/events.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { TagsField } from './tags-field.tsx'
import { draftOf, type EventValues, emptyEvent, valuesOf } from './values.ts'

type Props = { event?: AdminEvent; regions: Region[]; onSaved: (event: AdminEvent) => void }

/** Errors of the single texts go to the field that has both languages. */
type TextErrors = Record<string, string | undefined>
type Errors = FieldErrors<EventValues> & TextErrors

/** The event form, for a new event and for an edit. */
export function EventForm({ event, regions, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const form = useRecordForm<EventValues, AdminEvent>({
    initialValues: event ? valuesOf(event) : emptyEvent,
    validate: (values) => Object.fromEntries(findMissingEventTexts(values).map((field) => [field, t('fieldErrors.required')])) as Errors,
    save: async (values, version) => {
      const edited = event && { id: event.id, version: version ?? event.version }
      const tidy = { ...values, tags: normalizeTags(values.tags) }
      const { message, event: saved } = await adminApi.events.save(draftOf(tidy, edited), picked(values))
      return { message, record: saved }
    },
    toFieldErrors: (error) => eventFields(error) as Errors,
    readCurrent: (error) => {
      const current = currentEvent(error.details)
      return current && { values: valuesOf(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: valuesOf(saved), version: saved.version }),
    onSaved,
  })
  const { values, set } = form
  const errors = form.errors as Errors
  const both = (field: string) => ({ en: errors[`${field}.en`], ar: errors[`${field}.ar`] })
  const text = (field: 'title' | 'description' | 'datesInfo' | 'howToPlay' | 'rules', label: string, limit: number, more = {}) => (
    <LocalizedField
      label={label}
      limit={limit}
      value={values[field]}
      errors={both(field)}
      onChange={(value) => set(field, value)}
      {...more}
    />
  )
  const missionTypeOf = (type: MissionType) => t(`missionType.${type}`)
  const regionOf = (slug: string) => regions.find((region) => region.slug === slug)?.name[lang] ?? t('adminEvents.everywhere')
  const words = (value: Localized | string | string[] | null) =>
    value === null ? '' : typeof value === 'string' ? value : Array.isArray(value) ? value.join(' · ') : `${value.en}\n${value.ar}`

  const described = (of: EventValues): Record<string, string> => ({
    [t('adminEvents.name')]: words(of.title),
    [t('adminEvents.description')]: words(of.description),
    [t('adminEvents.start')]: isoToPickerValue(of.startDate) ?? '',
    [t('adminEvents.end')]: isoToPickerValue(of.endDate) ?? '',
    [t('adminEvents.eventCode')]: of.eventCode,
    [t('adminEvents.missionType')]: missionTypeOf(of.missionType),
    [t('adminEvents.region')]: regionOf(of.region),
    [t('adminEvents.totalRule')]: t(`adminScores.rules.${of.totalRule}`),
    [t('adminEvents.datesInfo')]: words(of.datesInfo),
    [t('adminEvents.howToPlay')]: words(of.howToPlay),
    [t('adminEvents.rulesInfo')]: words(of.rules),
    [t('adminEvents.sections.tags')]: words(of.tags),
  })
  const differences = (theirs: EventValues, mine: EventValues) => {
    const [other, own] = [described(theirs), described(mine)]
    return Object.keys(own).flatMap((label) =>
      own[label] === other[label] ? [] : [{ label, theirs: other[label] ?? '', mine: own[label] ?? '' }],
    )
  }
  const date = (field: 'startDate' | 'endDate', label: string) => (
    <DateField label={label} value={values[field]} error={errors[field]} onChange={(value) => set(field, value)} />
  )

  return (
    <FormPage
      title={t(event ? 'adminEvents.edit' : 'adminEvents.new')}
      backTo="/admin/events"
      form={form}
      differences={differences}
      extra={
        event ? (
          <Button.Group>
            <Button
              component={Link}
              to={`/admin/events/${event.id}/scores`}
              variant="default"
              leftSection={<IconAward size={18} aria-hidden />}
            >
              {t('adminEvents.scores')}
            </Button>
            {event.active ? (
              <Button
                component="a"
                href={`/events/${event.slug}/`}
                variant="default"
                leftSection={<IconExternalLink size={18} aria-hidden />}
              >
                {t('adminEvents.viewOnSite')}
              </Button>
            ) : null}
          </Button.Group>
        ) : null
      }
    >
      <FormSection title={t('adminEvents.sections.pictures')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PictureField
            label={t('adminEvents.coverImage')}
            width={200}
            height={200}
            kept={event?.coverImage ?? null}
            value={values.cover}
            error={errors.cover}
            onChange={(value) => set('cover', value)}
          />
          <PictureField
            label={t('adminEvents.bannerImage')}
            height={200}
            kept={event?.bannerImage ?? null}
            value={values.banner}
            error={errors.banner}
            onChange={(value) => set('banner', value)}
          />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('adminEvents.sections.texts')}>
        {text('title', t('adminEvents.name'), eventLimits.title, { required: true })}
        {text('description', t('adminEvents.description'), eventLimits.description, { required: true, long: true })}
      </FormSection>
      <FormSection title={t('adminEvents.sections.when')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {date('startDate', t('adminEvents.start'))}
          {date('endDate', t('adminEvents.end'))}
        </SimpleGrid>
        <div role="status">{endsBeforeStart(values) ? <Alert color="yellow">{t('adminEvents.endsFirst')}</Alert> : null}</div>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('adminEvents.missionType')}
            allowDeselect={false}
            data={missionTypes.map((type) => ({ value: String(type), label: missionTypeOf(type) }))}
            value={String(values.missionType)}
            error={errors.missionType}
            onChange={(value) => set('missionType', Number(value) as MissionType)}
          />
          <TextInput
            label={t('adminEvents.eventCode')}
            description={t('adminEvents.eventCodeHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="ltr"
            maxLength={eventLimits.code}
            value={values.eventCode}
            error={errors.eventCode}
            onChange={(change) => set('eventCode', change.currentTarget.value)}
          />
          <Select
            label={t('adminEvents.region')}
            allowDeselect={false}
            data={[
              { value: '', label: t('adminEvents.everywhere') },
              ...regions.map(({ slug, name }) => ({ value: slug, label: name[lang] })),
            ]}
            value={values.region}
            error={errors.region}
            onChange={(value) => set('region', value ?? '')}
          />
          <Select
            label={t('adminEvents.totalRule')}
            allowDeselect={false}
            data={totalRules.map((rule) => ({ value: rule, label: t(`adminScores.rules.${rule}`) }))}
            value={values.totalRule}
            error={errors.totalRule}
            onChange={(value) => set('totalRule', value as TotalRule)}
          />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('adminEvents.sections.play')}>
        {text('datesInfo', t('adminEvents.datesInfo'), eventLimits.info, { long: true })}
        {text('howToPlay', t('adminEvents.howToPlay'), eventLimits.info, { long: true })}
        {text('rules', t('adminEvents.rulesInfo'), eventLimits.info, { long: true })}
      </FormSection>
      <FormSection title={t('adminEvents.sections.tags')}>
        <TagsField value={values.tags} error={errors.tags} onChange={(tags) => set('tags', tags)} />
      </FormSection>
    </FormPage>
  )
}

/** The pictures as they are sent: what was not touched is left out. */
const picked = ({ cover, banner }: EventValues) => ({
  ...(cover === undefined ? {} : { cover }),
  ...(banner === undefined ? {} : { banner }),
})
