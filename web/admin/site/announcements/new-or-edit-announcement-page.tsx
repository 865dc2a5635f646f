import {
  Alert,
  Anchor,
  Button,
  Group,
  Pagination,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Announcement } from '#contract/site/announcement.schema.ts'
import { type DeliveryState, deliveryStates } from '#contract/site/announcement.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { RegionLimitText } from '#web/admin/shared/region-limit-text.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListPageWithErrorToast } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconEye, IconRefresh } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/new-or-edit-announcement-page.ts'
import { AnnouncementEditAndSendForm } from './announcement-form.tsx'
import { AnnouncementPreviewDialog } from './announcement-preview-dialog.tsx'
import { AnnouncementStateBadge } from './announcement-state-badge.tsx'
import {
  type AudienceChoices,
  AudienceRecipientsPanel,
  loadAudienceChoices,
  useAudienceFieldsAndFormatter,
} from './audience-panel.tsx'

const perPage = 25

/** Shows the recipients of an announcement with the state of their delivery, filtered by it. */
function RecipientTable({
  announcement: { id, deliveries },
  onReload,
}: {
  announcement: Announcement
  onReload: () => void
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [query, setQuery] = useState<{ state: DeliveryState | ''; page: number }>({ state: '', page: 1 })
  const setPage = (page: number) => setQuery({ ...query, page })
  const { page, reload } = useLoadedListPageWithErrorToast({
    query: { ...query, perPage },
    load: async ({ state, ...paging }, signal) => {
      const reply = await callApi('GET /api/admin/announcements/:announcementId/recipients', {
        params: { announcementId: id },
        query: toListQuery({ ...paging, state: state || undefined }),
        signal,
      })
      return { rows: reply.recipients, total: reply.totalItems }
    },
    isEnabled: true,
    setPage,
  })
  const shownStates = deliveryStates.filter((state) => deliveries?.[state])
  const total = shownStates.reduce((sum, state) => sum + (deliveries?.[state] ?? 0), 0)
  const formatCount = (label: string, count: number) => `${label} (${formatNumber(count, lang)})`
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          value={query.state}
          onChange={(state) => setQuery({ state: state as DeliveryState | '', page: 1 })}
          data={[
            { value: '', label: formatCount(t('adminAnnouncements.all'), total) },
            ...shownStates.map((state) => ({
              value: state,
              label: formatCount(t(`adminAnnouncements.deliveryStates.${state}`), deliveries?.[state] ?? 0),
            })),
          ]}
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => {
            void reload()
            onReload()
          }}
        >
          {t('admin.list.reload')}
        </Button>
      </Group>
      <StackedTable
        label={t('adminAnnouncements.recipients')}
        minWidth={560}
        rows={page?.rows ?? []}
        getKey={({ id }) => id}
        columns={[
          {
            title: t('adminAnnouncements.email'),
            render: ({ email }) => <BreakableEmailAddress>{email}</BreakableEmailAddress>,
          },
          { title: t('adminAnnouncements.name'), render: ({ name }) => <Bdi>{name}</Bdi> },
          {
            title: t('adminAnnouncements.language'),
            render: ({ lang }) => t(`adminAnnouncements.languages.${lang ?? 'both'}`),
          },
          {
            title: t('adminAnnouncements.state'),
            render: ({ state }) => t(`adminAnnouncements.deliveryStates.${state}`),
          },
          { title: t('adminAnnouncements.at'), render: ({ at }) => formatDateTime(at) },
        ]}
      />
      {page && page.total > perPage ? (
        <Pagination
          total={Math.ceil(page.total / perPage)}
          value={query.page}
          onChange={setPage}
          gap={4}
          getControlProps={(control) => ({ 'aria-label': t(`admin.list.${control}`) })}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        {t('adminAnnouncements.deliveryHint')} {t('adminAnnouncements.retention')}
      </Text>
    </Stack>
  )
}

type Props = { title: string; announcement: Announcement; choices: AudienceChoices; onChanged: () => void }

/**
 * Shows the texts, audience and recipients of a scheduled or sent announcement, with a button that cancels a
 * scheduled one, or the emails that are not sent yet.
 */
function AnnouncementView({ title, announcement, choices, onChanged }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { describe } = useAudienceFieldsAndFormatter(choices, announcement.regionIds)
  const [previewing, setPreviewing] = useState(false)
  const [canceling, setCanceling] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const lang = useLang()
  const waitingCount = announcement.deliveries?.waiting ?? 0
  const { id, subject, body, kind, state, scheduledAt, sentAt } = announcement
  const cancel = async (
    call: 'POST /api/admin/announcements/cancel' | 'POST /api/admin/announcements/cancel-unsent',
  ) => {
    setCanceling(true)
    try {
      toast.success((await callApi(call, { json: { id } })).msg)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setCanceling(false)
    onChanged()
  }
  const isScheduled = state === 'scheduled'
  return (
    <Stack gap="lg" maw={1100}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Anchor component={Link} to="/admin/announcements" size="sm">
            {t('admin.form.back')}
          </Anchor>
          <Group gap="sm">
            <Title order={1} size="h2">
              {title}
            </Title>
            <AnnouncementStateBadge state={state} />
          </Group>
        </div>
        <Button
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          onClick={() => setPreviewing(true)}
        >
          {t('adminAnnouncements.preview')}
        </Button>
      </Group>
      <Alert color={isScheduled ? 'yellow' : 'green'}>
        <Group justify="space-between">
          <Text>
            {sentAt
              ? t('adminAnnouncements.sentOn', { at: formatDateTime(sentAt) })
              : scheduledAt
                ? t('adminAnnouncements.scheduledFor', { at: formatDateTime(scheduledAt) })
                : null}
          </Text>
          {isScheduled ? (
            <Button
              variant="default"
              loading={canceling}
              onClick={() => void cancel('POST /api/admin/announcements/cancel')}
            >
              {t('adminAnnouncements.cancel')}
            </Button>
          ) : null}
        </Group>
      </Alert>
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t('adminAnnouncements.kind')}: {t(`adminAnnouncements.kinds.${kind}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('adminAnnouncements.audience', { audience: describe(announcement) })}
          </Text>
          <RegionLimitText regionIds={announcement.regionIds} regions={choices.regions} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" mt="sm">
            {(['en', 'ar'] as const).map((lang) => (
              <div key={lang} lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
                <Title order={2} size="h4" mb="xs">
                  {subject[lang]}
                </Title>
                <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{body[lang]}</Text>
              </div>
            ))}
          </SimpleGrid>
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h4" mb="sm">
          {t(isScheduled ? 'adminAnnouncements.sections.recipients' : 'adminAnnouncements.deliveries')}
        </Title>
        {isScheduled ? (
          <AudienceRecipientsPanel audience={announcement} isNews={kind === 'news'} />
        ) : (
          <>
            {announcement.deliveries?.waiting ? (
              <Button variant="default" mb="sm" onClick={() => setConfirming(true)}>
                {t('adminAnnouncements.cancelUnsent')}
              </Button>
            ) : null}
            <RecipientTable
              key={announcement.deliveries?.cancelled}
              announcement={announcement}
              onReload={onChanged}
            />
          </>
        )}
      </Paper>
      {confirming ? (
        <AdminConfirmDialog
          title={t('adminAnnouncements.cancelUnsentTitle')}
          text={t('adminAnnouncements.cancelUnsentText', {
            count: waitingCount,
            formatted: formatNumber(waitingCount, lang),
          })}
          action={t('adminAnnouncements.cancelUnsent')}
          busy={canceling}
          onClose={() => setConfirming(false)}
          onConfirm={() =>
            void cancel('POST /api/admin/announcements/cancel-unsent').then(() => setConfirming(false))
          }
        />
      ) : null}
      {previewing ? (
        <AnnouncementPreviewDialog texts={{ subject, body, kind }} onClose={() => setPreviewing(false)} />
      ) : null}
    </Stack>
  )
}

/** What a link to the form of a new announcement can pass with it. */
export type AnnouncementPageState = { suggestedTexts: Pick<Announcement, 'subject' | 'body'> }

/** Loads the announcement in the path, none for a new one. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  const [announcement, choices] = await Promise.all([
    id ? adminApi.announcements.one(id) : undefined,
    loadAudienceChoices(),
  ])
  return { announcement, choices }
}

export default function AnnouncementFormOrViewPage({
  loaderData: { announcement, choices },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  const isDraft = !announcement || announcement.state === 'draft'
  const title = announcement
    ? t(isDraft ? 'adminEntities.announcement.edit' : 'adminAnnouncements.view')
    : t('adminEntities.announcement.new')
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      {isDraft ? (
        <AnnouncementEditAndSendForm
          key={announcement?.id ?? 'new'}
          title={title}
          choices={choices}
          announcement={announcement}
          suggestedTexts={(state as AnnouncementPageState | null)?.suggestedTexts}
          onSaved={({ id }) =>
            announcement ? reload() : void navigate(`/admin/announcements/${id}/edit`, { replace: true })
          }
          onScheduled={reload}
        />
      ) : (
        <AnnouncementView title={title} choices={choices} announcement={announcement} onChanged={reload} />
      )}
    </>
  )
}
