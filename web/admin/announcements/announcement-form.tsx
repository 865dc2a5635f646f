import { Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { type Announcement, announcementKinds, announcementLimits as limits } from '#contract/announcement.ts'
import { findConflictingTexts } from '#web/admin/shared/find-conflicting-texts.ts'
import { FormPage, FormSection } from '#web/admin/shared/form-page.tsx'
import { LocalizedField } from '#web/admin/shared/localized-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import type { TeamFieldChoices } from '#web/admin/teams/team-field-choices.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { AnnouncementActions } from './announcement-actions.tsx'
import { type AnnouncementValues, emptyAnnouncementValues, toAnnouncementValues, toAudience } from './announcement-values.ts'
import { AudiencePanel } from './audience-panel.tsx'
import { useAudienceFields } from './use-audience-fields.ts'

type Props = {
  title: string
  announcement: Announcement | undefined
  choices: TeamFieldChoices
  onSaved: (announcement: Announcement) => void
  onScheduled: () => void
}

const textFields = ['subject', 'body'] as const
const langs = ['en', 'ar'] as const

/** Shows the form of a new announcement or of a draft: texts, recipients, preview, test mail and sending. */
export function AnnouncementForm({ title, announcement, choices, onSaved, onScheduled }: Props) {
  const { t } = useTranslation()
  const options = useAudienceFields(choices)
  const validate = (values: AnnouncementValues): Record<string, string> =>
    Object.fromEntries(
      textFields.flatMap((field) =>
        langs.flatMap((lang) => (values[field][lang].trim() === '' ? [[`${field}.${lang}`, t('fieldErrors.required')]] : [])),
      ),
    )
  const form = useRecordForm<AnnouncementValues, Announcement>({
    initialValues: announcement ? toAnnouncementValues(announcement) : emptyAnnouncementValues,
    validate: (values) => validate(values) as FieldErrors<AnnouncementValues>,
    save: ({ subject, body, kind, ...values }, version) =>
      adminApi.announcements.save({
        ...(announcement ? { id: announcement.id, version: version ?? announcement.version } : {}),
        ...{ subject, body, kind },
        ...toAudience({ subject, body, kind, ...values }),
      }),
    toFieldErrors: (error) => adminApi.announcements.fields(error) as FieldErrors<AnnouncementValues>,
    readCurrent: (error) => {
      const current = adminApi.announcements.current(error)
      return current && { values: toAnnouncementValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toAnnouncementValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, set } = form
  const errors = form.errors as Record<string, string | undefined>
  const describe = (of: AnnouncementValues): Record<string, string> => ({
    [t('adminAnnouncements.subject')]: `${of.subject.en}\n${of.subject.ar}`,
    [t('adminAnnouncements.body')]: `${of.body.en}\n${of.body.ar}`,
    [t('adminAnnouncements.kind')]: t(`adminAnnouncements.kinds.${of.kind}`),
    [t('adminAnnouncements.recipients')]: options.describe(toAudience(of)),
  })
  const localized = (field: (typeof textFields)[number]) => (
    <LocalizedField
      label={t(`adminAnnouncements.${field}`)}
      limit={limits[field]}
      long={field === 'body'}
      required
      value={values[field]}
      errors={{ en: errors[`${field}.en`], ar: errors[`${field}.ar`] }}
      onChange={(value) => set(field, value)}
    />
  )
  return (
    <FormPage
      title={title}
      backTo="/admin/announcements"
      form={form}
      differences={(theirs, mine) => findConflictingTexts(describe(theirs), describe(mine))}
    >
      <FormSection title={t('adminAnnouncements.sections.text')}>
        {localized('subject')}
        {localized('body')}
        <Text size="sm" c="dimmed">
          {t('adminAnnouncements.bodyHint')}
        </Text>
        <Radio.Group
          label={t('adminAnnouncements.kind')}
          value={values.kind}
          onChange={(kind) => set('kind', kind as AnnouncementValues['kind'])}
        >
          <Stack mt="xs" gap="sm">
            {announcementKinds.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`adminAnnouncements.kinds.${kind}`)}
                description={t(`adminAnnouncements.kindHints.${kind}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </FormSection>
      <FormSection title={t('adminAnnouncements.sections.recipients')}>
        <Text size="sm" c="dimmed">
          {t('adminAnnouncements.audienceHint')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {options.fields.map(({ name, label, data }) => (
            <Select
              key={name}
              label={label}
              allowDeselect={false}
              searchable={data.length > 10}
              data={data}
              value={values[name]}
              error={errors[name]}
              onChange={(value) => set(name, (value ?? '') as '')}
            />
          ))}
        </SimpleGrid>
        <AudiencePanel audience={toAudience(values)} isNews={values.kind === 'news'} />
      </FormSection>
      <Group>
        <AnnouncementActions announcement={announcement} values={values} onScheduled={onScheduled} />
      </Group>
    </FormPage>
  )
}
