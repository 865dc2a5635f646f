import { Button, Checkbox, Group, Radio, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Announcement, AudienceQueue } from '#contract/site/announcement.schema.ts'
import {
  type AnnouncementAudience,
  type AnnouncementFields,
  announcementKinds,
  audienceGroups,
  defaultAudienceGroups,
  announcementLimits as limits,
} from '#contract/site/announcement.ts'
import { ErrorAlert, getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { listTextDifferencesByLabel } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { RegionLimitText } from '#web/admin/shared/region-limit-text.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconEye, IconMail, IconSend } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { AnnouncementPreviewDialog } from './announcement-preview-dialog.tsx'
import {
  type AudienceChoices,
  AudienceRecipientsPanel,
  SendingDurationHint,
  toAudiencePageQuery,
  useAudienceFieldsAndFormatter,
} from './audience-panel.tsx'

/** The values of the announcement form; an empty text in a field of the audience selects all. */
type AnnouncementValues = Pick<AnnouncementFields, 'subject' | 'body' | 'kind' | 'groups'> & {
  eventId: string
  competitionId: string
  stage: string
  regionId: string
  paid: '' | 'true' | 'false'
}

const emptyText = { en: '', ar: '' }
const emptyAnnouncementValues: AnnouncementValues = {
  subject: emptyText,
  body: emptyText,
  kind: 'registration',
  groups: defaultAudienceGroups,
  eventId: '',
  competitionId: '',
  stage: '',
  regionId: '',
  paid: '',
}

const toAnnouncementValues = ({
  subject,
  body,
  kind,
  groups,
  eventId,
  competitionId,
  stage,
  regionId,
  paid,
}: Announcement): AnnouncementValues => ({
  subject,
  body,
  kind,
  groups,
  eventId: eventId ?? '',
  competitionId: competitionId ?? '',
  stage: stage ?? '',
  regionId: regionId ?? '',
  paid: paid === null ? '' : paid ? 'true' : 'false',
})

const toAudience = ({
  groups,
  eventId,
  competitionId,
  stage,
  regionId,
  paid,
}: AnnouncementValues): AnnouncementAudience => ({
  groups,
  eventId: eventId || null,
  competitionId: competitionId || null,
  stage: stage || null,
  regionId: regionId || null,
  paid: paid === '' ? null : paid === 'true',
})

type SendAnnouncementDialogProps = {
  announcement: Announcement
  onClose: () => void
  onScheduled: () => void
}

/**
 * Asks for a confirmation with the number of recipients before a draft is sent now, or at a time in the time
 * zone of the site.
 */
function SendAnnouncementDialog({ announcement, onClose, onScheduled }: SendAnnouncementDialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [count, setCount] = useState<number>()
  const [queue, setQueue] = useState<AudienceQueue>()
  const form = useForm({
    initialValues: { when: 'now' as 'now' | 'later', at: null as string | null },
    findProblem: ({ when, at }) =>
      when === 'later' && at === null ? { fields: { at: t('fieldErrors.required') } } : undefined,
    send: ({ when, at }) =>
      callApi('POST /api/admin/announcements/schedule', {
        json: { id: announcement.id, at: when === 'now' ? null : at },
      }),
    onSaved: () => {
      onScheduled()
      onClose()
    },
    describeFailure: getFailureMessage,
  })
  const { when } = form.values
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft stays the same while the dialog is open
  useEffect(() => {
    void form.run(async () => {
      const {
        totalItems,
        unsubscribed,
        queue: found,
      } = await callApi('GET /api/admin/announcements/audience', {
        query: toAudiencePageQuery(announcement, 1),
      })
      setCount(announcement.kind === 'news' ? totalItems - unsubscribed : totalItems)
      setQueue(found)
    })
  }, [])
  return (
    <AdminDialog onClose={onClose} title={t('adminAnnouncements.sendTitle')} centered>
      <Stack>
        <ErrorAlert message={form.problem} />
        <div role="status">
          {count === undefined ? (
            t('loading')
          ) : (
            <Text fw={600}>
              {t('adminAnnouncements.sendText', { count, formatted: formatNumber(count, lang) })}
            </Text>
          )}
          {count !== undefined && queue ? <SendingDurationHint count={count} queue={queue} /> : null}
          <Text size="sm" c="dimmed">
            {t('adminAnnouncements.sendHint')}
          </Text>
        </div>
        <Radio.Group
          label={t('adminAnnouncements.when')}
          value={when}
          onChange={(value) => form.set({ when: value as typeof when })}
        >
          <Stack mt="xs" gap="xs">
            <Radio value="now" label={t('adminAnnouncements.sendNow')} />
            <Radio value="later" label={t('adminAnnouncements.sendLater')} />
          </Stack>
        </Radio.Group>
        {when === 'later' ? (
          <DateTimeField label={t('adminAnnouncements.sendAt')} {...form.getInputProps('at')} />
        ) : null}
        <AdminDialogActions onCancel={onClose}>
          <Button loading={form.submitting} disabled={!count} onClick={() => void form.submit()}>
            {count
              ? t(when === 'now' ? 'adminAnnouncements.sendToCount' : 'adminAnnouncements.scheduleForCount', {
                  count,
                  formatted: formatNumber(count, lang),
                })
              : t('adminAnnouncements.sendNow')}
          </Button>
        </AdminDialogActions>
      </Stack>
    </AdminDialog>
  )
}

type AnnouncementActionsProps = {
  announcement: Announcement | undefined
  values: AnnouncementValues
  onScheduled: () => void
}

/** Shows buttons that preview the texts of the form, and test or send the saved draft. */
function AnnouncementActions({ announcement, values, onScheduled }: AnnouncementActionsProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'preview' | 'send'>()
  const [testing, setTesting] = useState(false)
  const saved =
    announcement && JSON.stringify(toAnnouncementValues(announcement)) === JSON.stringify(values)
      ? announcement
      : undefined
  const sendTest = async (id: string) => {
    setTesting(true)
    try {
      toast.success((await callApi('POST /api/admin/announcements/test', { json: { id } })).msg)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setTesting(false)
  }
  const close = () => setDialog(undefined)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => setDialog('preview')}
      >
        {t('adminAnnouncements.preview')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        disabled={!saved}
        loading={testing}
        onClick={() => saved && void sendTest(saved.id)}
      >
        {t('adminAnnouncements.test')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconSend size={18} aria-hidden />}
        disabled={!saved}
        onClick={() => setDialog('send')}
      >
        {t('adminAnnouncements.send')}
      </Button>
      {saved ? null : (
        <Text size="sm" c="dimmed">
          {t('adminAnnouncements.saveFirst')}
        </Text>
      )}
      {dialog === 'preview' ? <AnnouncementPreviewDialog texts={values} onClose={close} /> : null}
      {dialog === 'send' && saved ? (
        <SendAnnouncementDialog announcement={saved} onClose={close} onScheduled={onScheduled} />
      ) : null}
    </>
  )
}

type Props = {
  title: string
  announcement: Announcement | undefined
  /** The texts of a new announcement that another page suggests. */
  suggestedTexts?: Pick<AnnouncementFields, 'subject' | 'body'> | undefined
  choices: AudienceChoices
  onSaved: (announcement: Announcement) => void
  onScheduled: () => void
}

const textFields = ['subject', 'body'] as const
const langs = ['en', 'ar'] as const

/** Shows the form of a new announcement or of a draft: texts, recipients, preview, test email and sending. */
export function AnnouncementEditAndSendForm({
  title,
  announcement,
  suggestedTexts,
  choices,
  onSaved,
  onScheduled,
}: Props) {
  const { t } = useTranslation()
  const user = useSessionUser()
  // a new announcement gets the limit of its author
  const regionIds = announcement ? announcement.regionIds : (user?.regionLimit ?? null)
  const options = useAudienceFieldsAndFormatter(choices, regionIds)
  const validate = (values: AnnouncementValues): Record<string, string> => ({
    ...(values.groups.length === 0 ? { groups: t('fieldErrors.required') } : {}),
    ...(values.groups.includes('judges') && values.eventId === ''
      ? { eventId: t('adminAnnouncements.judgesNeedEvent') }
      : {}),
    ...Object.fromEntries(
      textFields.flatMap((field) =>
        langs.flatMap((lang) =>
          values[field][lang].trim() === '' ? [[`${field}.${lang}`, t('fieldErrors.required')]] : [],
        ),
      ),
    ),
  })
  const form = useRecordForm<AnnouncementValues, Announcement>({
    initialValues: announcement
      ? toAnnouncementValues(announcement)
      : { ...emptyAnnouncementValues, ...suggestedTexts },
    validate: (values) => validate(values) as FieldErrors<AnnouncementValues>,
    save: ({ subject, body, kind, ...values }, version) =>
      adminApi.announcements.save({
        ...(announcement ? { id: announcement.id, version: version ?? announcement.version } : {}),
        subject,
        body,
        kind,
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
    <RecordFormPage
      title={title}
      backTo="/admin/announcements"
      form={form}
      differences={(theirs, mine) => listTextDifferencesByLabel(describe(theirs), describe(mine))}
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
        <RegionLimitText regionIds={regionIds} regions={choices.regions} />
        <Checkbox.Group
          label={t('adminAnnouncements.groups')}
          description={t('adminAnnouncements.groupsHint')}
          value={values.groups}
          error={errors.groups}
          onChange={(groups) => set('groups', groups as AnnouncementValues['groups'])}
        >
          <Group my="xs">
            {audienceGroups.map((group) => (
              <Checkbox key={group} value={group} label={t(`adminAnnouncements.groupNames.${group}`)} />
            ))}
          </Group>
        </Checkbox.Group>
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
        {values.groups.length > 0 ? (
          <AudienceRecipientsPanel
            audience={{ ...toAudience(values), id: announcement?.id }}
            isNews={values.kind === 'news'}
          />
        ) : null}
      </FormSection>
      <Group>
        <AnnouncementActions announcement={announcement} values={values} onScheduled={onScheduled} />
      </Group>
    </RecordFormPage>
  )
}
