import { Alert, Anchor, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PublishedResults } from '#contract/event/results/results.schema.ts'
import { publishedResultsLimits } from '#contract/event/results/results.ts'
import { UnreviewedSheetsAlert } from '#web/admin/event/judging/unreviewed-sheets-alert.tsx'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog, ConfirmWithReasonDialog } from '#web/admin/shared/dialog.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useIsLimitedToRegions } from '#web/admin/shared/use-has-permission.ts'
import { useReloadableValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { AdvanceTeamsToStageAndEventDialog } from './advance-teams-dialog.tsx'
import { AdvancementListWithUndo } from './advancement-list.tsx'

/** What is open when somebody asks to publish final results. */
const nothingOpen = { openProtests: 0, waitingSheets: 0, missingRuns: 0, teamsMissingSheets: 0 }

/** Counts the teams for which judges of a panel have not sent a sheet. */
const countTeamsMissingSheets = async (eventId: string): Promise<number> => {
  const { panels } = await callApi('GET /api/admin/events/:eventId/panels', { params: { eventId } })
  return panels.teams.filter(({ results }) => results.some(({ missingCount }) => missingCount > 0)).length
}

type Props = {
  eventId: string
  results: PublishedResults | null
  onChange: (results: PublishedResults | null) => void
}

/** Shows the state of the results of an event, with buttons that publish them and take them back. */
export function PublishResultsAndAdvanceTeamsSection({ eventId, results, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [dialog, setDialog] = useState<'final' | 'take-back' | 'advance'>()
  const [counts, setCounts] = useState(nothingOpen)
  const { saving, errors, save } = useSubmitWithToasts()
  const isLimited = useIsLimitedToRegions()
  const { value: loaded, reload: reloadAdvancements } = useReloadableValueWithErrorToast(
    async () =>
      isLimited
        ? { advancements: [] }
        : callApi('GET /api/admin/events/:eventId/results/advancements', { params: { eventId } }),
    eventId,
  )
  const advancements = loaded?.advancements ?? []
  const close = () => setDialog(undefined)
  const send = (request: () => Promise<{ msg: string; results: PublishedResults | null }>) =>
    save(async () => {
      const reply = await request()
      onChange(reply.results)
      return reply
    }, close)
  const askToPublishFinal = async () => {
    const [found, teamsMissingSheets] = await Promise.all([
      callApi('GET /api/admin/events/:eventId/overview', { params: { eventId } }).then(
        ({ overview: { openProtests, waitingSheets, runs } }) => ({
          openProtests,
          waitingSheets: waitingSheets.decision + waitingSheets.secondJudge,
          missingRuns: runs.planned - runs.recorded,
        }),
        () => nothingOpen,
      ),
      countTeamsMissingSheets(eventId).catch(() => 0),
    ])
    setCounts({ ...found, teamsMissingSheets })
    setDialog('final')
  }
  const publish = (status: PublishedResults['status']) =>
    void send(() =>
      callApi('PUT /api/admin/events/:eventId/results/publication', {
        params: { eventId },
        json: { status },
      }),
    )
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="publish-results">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} style={{ flex: '1 1 320px' }}>
          <Group gap="sm">
            <Title order={3} size="h4" id="publish-results">
              {t('adminPublishing.title')}
            </Title>
            {results ? (
              <StatusBadge status={results.status === 'final' ? 'done' : 'open'}>
                {t(`scores.results.${results.status}`)}
              </StatusBadge>
            ) : null}
          </Group>
          <Text size="sm">
            {results
              ? t(`adminPublishing.${results.status}`, {
                  time: formatDateTime(results.publishedAt),
                })
              : t('adminPublishing.none')}
          </Text>
          {results?.status === 'final' ? (
            <Text size="sm">
              {t('adminPublishing.hash', { sequence: results.logSequence })}{' '}
              <Code dir="ltr" style={{ wordBreak: 'break-all' }}>
                {results.logHash}
              </Code>
            </Text>
          ) : null}
        </Stack>
        <Group>
          {results ? null : (
            <Button variant="default" loading={saving} onClick={() => publish('provisional')}>
              {t('adminPublishing.publishProvisional')}
            </Button>
          )}
          {results?.status === 'final' ? null : (
            <Button variant="default" disabled={saving} onClick={() => void askToPublishFinal()}>
              {t('adminPublishing.publishFinal')}
            </Button>
          )}
          {results?.status === 'final' ? (
            <>
              <Button variant="default" component={Link} to={`/admin/events/${eventId}/certificates`}>
                {t('certificates.list')}
              </Button>
              {isLimited ? null : (
                <Button variant="default" disabled={saving} onClick={() => setDialog('advance')}>
                  {t('adminPublishing.advance')}
                </Button>
              )}
            </>
          ) : null}
          {results ? (
            <Button variant="default" disabled={saving} onClick={() => setDialog('take-back')}>
              {t('adminPublishing.takeBack')}
            </Button>
          ) : null}
        </Group>
      </Group>
      {advancements.length > 0 ? (
        <AdvancementListWithUndo
          eventId={eventId}
          advancements={advancements}
          onUndone={reloadAdvancements}
        />
      ) : null}
      {dialog === 'final' ? (
        <AdminConfirmDialog
          title={t('adminPublishing.finalQuestion')}
          text={t('adminPublishing.finalText')}
          action={t('adminPublishing.publishFinal')}
          color="oasis"
          busy={saving}
          isBlocked={counts.waitingSheets > 0}
          onClose={close}
          onConfirm={() => publish('final')}
        >
          <UnreviewedSheetsAlert eventId={eventId} count={counts.waitingSheets} color="red" />
          {counts.missingRuns > 0 ? (
            <Alert color="yellow">
              {t('adminPublishing.missingRuns', {
                count: counts.missingRuns,
                formatted: formatNumber(counts.missingRuns, lang),
              })}
            </Alert>
          ) : null}
          {counts.teamsMissingSheets > 0 ? (
            <Alert color="yellow">
              {t('adminPublishing.teamsMissingSheets', {
                count: counts.teamsMissingSheets,
                formatted: formatNumber(counts.teamsMissingSheets, lang),
              })}{' '}
              <Anchor inherit component={Link} underline="always" to={`/admin/events/${eventId}/judges`}>
                {t('adminPublishing.showPanels')}
              </Anchor>
            </Alert>
          ) : null}
          {counts.openProtests > 0 ? (
            <Alert color="yellow">
              {t('adminProtests.openCount', {
                count: counts.openProtests,
                formatted: formatNumber(counts.openProtests, lang),
              })}{' '}
              <Anchor
                inherit
                component={Link}
                underline="always"
                to={`/admin/events/${eventId}/protests?state=open`}
              >
                {t('adminProtests.open')}
              </Anchor>
            </Alert>
          ) : null}
        </AdminConfirmDialog>
      ) : null}
      {dialog === 'advance' ? (
        <AdvanceTeamsToStageAndEventDialog
          eventId={eventId}
          onClose={close}
          onAdvanced={() => {
            close()
            reloadAdvancements()
          }}
        />
      ) : null}
      {dialog === 'take-back' ? (
        <ConfirmWithReasonDialog
          title={t('adminPublishing.takeBackQuestion')}
          text={t('adminPublishing.takeBackText')}
          action={t('adminPublishing.takeBack')}
          label={t('adminPublishing.reason')}
          description={t('adminPublishing.reasonHint')}
          maxLength={publishedResultsLimits.reason}
          busy={saving}
          error={errors.reason}
          onClose={close}
          onConfirm={(reason) =>
            void send(() =>
              callApi('POST /api/admin/events/:eventId/results/publication/take-back', {
                params: { eventId },
                json: { reason },
              }),
            )
          }
        />
      ) : null}
    </Paper>
  )
}
