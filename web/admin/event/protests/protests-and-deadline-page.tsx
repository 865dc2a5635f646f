import { ActionIcon, Button, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { AdminProtest, ProtestSettings } from '#contract/event/protest.schema.ts'
import { protestStates } from '#contract/event/protest.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { EventTabHeadingAndDocumentTitle } from '#web/admin/event/events/event-tab-heading.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { Form, useForm } from '#web/admin/shared/form-dialog.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconGavel } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/protests-and-deadline-page.ts'
import { PaperProtestDialog } from './paper-protest-dialog.tsx'
import { getProtestParticipantName, useProtestSubjectFormatter } from './protest-names.ts'
import { ProtestDetailsAndAnswerDialog } from './protest-review-dialog.tsx'

type ProtestListProps = { settings: ProtestSettings; ruleSet: RuleSet | null }

/** Shows the protests of an event, the open ones first, with a dialog that shows and answers one. */
function ProtestList({ settings, ruleSet }: ProtestListProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatSubject = useProtestSubjectFormatter(ruleSet)
  const [openId, setOpenId] = useState<string>()
  const [isEntering, setEntering] = useState(false)
  const eventId = settings.event.id
  const list = useLoadedListWithUrlQuery<AdminProtest>({
    pageSizes: pageSizes.short,
    filters: ['state'],
    load: async ({ page, perPage, search, filters }, signal) => {
      const { protests, totalItems } = await callApi('GET /api/admin/events/:eventId/protests', {
        params: { eventId },
        query: toListQuery({ page, perPage, search, ...filters }),
        signal,
      })
      return { rows: protests, total: totalItems }
    },
  })
  const getName = (protest: AdminProtest) => getProtestParticipantName(protest, t)
  return (
    <>
      {settings.isFinal ? null : (
        <Group>
          <Button variant="default" onClick={() => setEntering(true)}>
            {t('adminProtests.onPaper')}
          </Button>
        </Group>
      )}
      <RecordListWithToolbarAndActions
        name="protests"
        entity="protest"
        titleOrder={3}
        list={list}
        getName={getName}
        columns={[
          {
            key: 'participant',
            title: t('adminProtests.participant'),
            render: (protest) => (
              <Stack gap={0}>
                <Text fw={600}>
                  <Bdi>{getName(protest)}</Bdi>
                </Text>
                {protest.teamNo ? (
                  <Text size="sm" c="dimmed">
                    <bdi dir="ltr">{protest.teamNo}</bdi>
                  </Text>
                ) : null}
              </Stack>
            ),
          },
          { key: 'about', title: t('adminProtests.about'), render: (protest) => formatSubject(protest) },
          {
            key: 'reason',
            title: t('adminProtests.reason'),
            render: ({ reason }) => (
              <Text
                size="sm"
                dir="auto"
                lineClamp={3}
                maw={420}
                style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
              >
                {reason || t('protests.erased')}
              </Text>
            ),
          },
          {
            key: 'sentAt',
            title: t('adminProtests.sentAt'),
            noWrap: true,
            render: ({ createdAt, isOnPaper }) => (
              <>
                {formatDateTime(createdAt)}
                {isOnPaper ? <Text size="sm">{t('adminProtests.wasOnPaper')}</Text> : null}
              </>
            ),
          },
          {
            key: 'state',
            title: t('adminProtests.state'),
            render: ({ state }) => (
              <StatusBadge status={state === 'open' ? 'open' : 'done'}>
                {t(`protests.states.${state}`)}
              </StatusBadge>
            ),
          },
        ]}
        actions={(protest) => {
          const label = t('adminProtests.review', { name: getName(protest) })
          return (
            <Tooltip label={label}>
              <ActionIcon variant="subtle" size={36} aria-label={label} onClick={() => setOpenId(protest.id)}>
                <IconGavel size={20} />
              </ActionIcon>
            </Tooltip>
          )
        }}
        filters={[
          {
            name: 'state',
            label: t('adminProtests.state'),
            options: protestStates.map((value) => ({ value, label: t(`protests.states.${value}`) })),
          },
        ]}
      />
      {isEntering ? (
        <PaperProtestDialog
          eventId={eventId}
          ruleSet={ruleSet}
          onClose={() => setEntering(false)}
          onSaved={() => void list.reload()}
        />
      ) : null}
      {openId ? (
        <ProtestDetailsAndAnswerDialog
          key={openId}
          settings={settings}
          ruleSet={ruleSet}
          protestId={openId}
          onClose={() => setOpenId(undefined)}
          onAnswered={() => void list.reload()}
        />
      ) : null}
    </>
  )
}

type Props = { settings: ProtestSettings; onSaved: (settings: ProtestSettings) => void }

/** Sets until when teams and players can ask for reviews of their scores. */
function ProtestDeadlineForm({ settings, onSaved }: Props) {
  const { t } = useTranslation()
  const { protestsUntil } = settings
  const form = useForm({
    initialValues: { protestsUntil },
    send: (json) =>
      callApi('PUT /api/admin/events/:eventId/protest-settings', {
        params: { eventId: settings.event.id },
        json,
      }),
    onSaved: (saved) => onSaved(saved.settings),
    describeFailure: ({ fields, message }) => (fields.protestsUntil ? undefined : message),
  })
  const getStateText = () => {
    if (protestsUntil === null) return 'hasNone'
    if (Date.parse(protestsUntil) <= Date.now()) return 'isOver'
    return settings.isFinal ? 'isFinal' : 'openNow'
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="protest-settings">
      <Form
        form={form}
        intro={
          <>
            <Title order={3} size="h4" id="protest-settings">
              {t('adminProtests.settings')}
            </Title>
            <Text maw={640}>{t('adminProtests.settingsIntro')}</Text>
          </>
        }
      >
        <Group align="flex-end">
          <DateTimeField label={t('adminProtests.until')} {...form.getInputProps('protestsUntil')} />
        </Group>
        <Group>
          <Button type="submit" loading={form.submitting}>
            {t('adminProtests.save')}
          </Button>
          <Text size="sm" role="status">
            {t(`adminProtests.${getStateText()}`)}
          </Text>
        </Group>
      </Form>
    </Paper>
  )
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [{ settings }, { ruleSet }] = await Promise.all([
    callApi('GET /api/admin/events/:eventId/protest-settings', { params: { eventId: params.id } }),
    callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId: params.id } }),
  ])
  return { settings, ruleSet }
}

/** Shows the time for protests of an event, and its protests with their answers. */
export default function ProtestsAndDeadlinePage({ loaderData }: Route.ComponentProps) {
  const [settings, setSettings] = useState(loaderData.settings)
  return (
    <Stack gap="lg">
      <EventTabHeadingAndDocumentTitle tab="protests" />
      <ProtestDeadlineForm settings={settings} onSaved={setSettings} />
      <ProtestList settings={settings} ruleSet={loaderData.ruleSet} />
    </Stack>
  )
}
