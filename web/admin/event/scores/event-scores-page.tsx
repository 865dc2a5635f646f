import { Alert, Anchor, Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { PublishedResults } from '#contract/event/results/results.schema.ts'
import type {
  AdminAttempt,
  AdminScoreEntry,
  AdminScorePage,
  ScoreRow,
} from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import {
  buildAdminSheetFormPath,
  type PrintedSheet,
  parsePrintedSheetAddress,
} from '#contract/event/scores/sheet-link.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { EventTabHeadingAndDocumentTitle } from '#web/admin/event/events/event-tab-heading.tsx'
import { UnreviewedSheetsAlert } from '#web/admin/event/judging/unreviewed-sheets-alert.tsx'
import {
  ConfirmScoreRemovalOrRestoreDialog,
  canScoreChangeAffectMatches,
} from '#web/admin/event/matches/score-change.tsx'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi, requestApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus, IconQrcode } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/event-scores-page.ts'
import { EntryAttemptsTableWithActions } from './attempt-list.tsx'
import { GuestAssignmentAndSettingDialog, RegisteredTeamsAmongGuestsAlert } from './guests-dialog.tsx'
import { ImportScoresDialog } from './import-scores-dialog.tsx'
import { RankingTableWithActions, RankingToolbar } from './ranking-list.tsx'
import { RestoreOrPurgeScoresDialog } from './removed-scores-dialog.tsx'
import {
  AddAttemptOrEntryDialog,
  EditAttemptDialog,
  EditEntryParticipantDetailsDialog,
  type TeamSheet,
} from './score-dialogs.tsx'
import styles from './scores.module.css'
import { SheetScanner } from './sheet-scanner.tsx'
import { SimulatorKeysDialog } from './simulator-keys-dialog.tsx'
import { useLiveAdminRanking } from './use-admin-ranking.ts'

/**
 * Finds the team of a printed sheet, and whether its round has a result already. Returns undefined for a team
 * that does not take part.
 */
const findTeamSheet = async (
  eventId: string,
  { teamId, round }: PrintedSheet,
): Promise<TeamSheet | undefined> => {
  const { teams } = await callApi('GET /api/admin/events/:eventId/teams', { params: { eventId } })
  const team = teams.find(({ id }) => id === teamId)
  if (!team) return undefined
  const { scores } = await callApi('GET /api/admin/events/:eventId/scores', {
    params: { eventId },
    query: { per_page: 100, s: team.name },
  })
  const rows = scores.filter(({ teamNo }) => teamNo === String(team.teamNo))
  const entries = await Promise.all(
    rows.map(({ id }) =>
      callApi('GET /api/admin/events/:eventId/scores/:entryId', { params: { eventId, entryId: id } }),
    ),
  )
  const attempts = entries.find(({ entry }) => entry.teamId === teamId)?.entry.attempts ?? []
  return { team, round, hasResult: attempts.some(({ mission }) => mission === round) }
}

/**
 * The parameter `s` of the URL is the first search of the ranking, and `sheet` the printed sheet whose form
 * opens.
 */
export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const { pathname, search: query, searchParams } = new URL(request.url)
  const search = searchParams.get('s') ?? ''
  const printedSheet = parsePrintedSheetAddress(params.id, pathname + query)
  const [initial, { ruleSet }, { results }, sheet] = await Promise.all([
    callApi('GET /api/admin/events/:eventId/scores', {
      params: { eventId: params.id },
      query: { per_page: 100, s: search },
    }),
    callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId: params.id } }),
    callApi('GET /api/admin/events/:eventId/results/publication', { params: { eventId: params.id } }),
    printedSheet && findTeamSheet(params.id, printedSheet),
  ])
  return {
    initial,
    results,
    ruleSet,
    search,
    sheet,
    isSheetUnknown: printedSheet !== undefined && sheet === undefined,
  }
}

type Dialog =
  | { kind: 'add'; entry?: AdminScoreEntry; sheet?: TeamSheet }
  | { kind: 'attempt'; entryId: string; attempt: AdminAttempt }
  | { kind: 'entry'; entry: AdminScoreEntry }
  | { kind: 'remove'; row: ScoreRow }
  | { kind: 'undo'; removal: Removal }
  | { kind: 'remove-attempt'; entry: AdminScoreEntry; attempt: AdminAttempt }
  | { kind: 'import' | 'keys' | 'removed' | 'scan' | 'guests' }

/** The last removal, which can be undone. */
type Removal = { id: string; text: string }

const getEntryName = (row: ScoreRow) => getEntryDisplayNames(row).both

type Props = {
  initial: AdminScorePage
  results: PublishedResults | null
  /** The rules of the event, null for points and time only. */
  ruleSet: RuleSet | null
  search: string
  /** The team and round of a scanned sheet, whose form opens first. */
  sheet: TeamSheet | undefined
}

/**
 * Shows the scores of an event, with dialogs to add, correct, remove, restore and import attempts while the
 * results are not final.
 */
function EventScoreEditor({ initial, results, ruleSet, search, sheet }: Props) {
  const { t } = useTranslation()
  const { event } = initial
  const params = { eventId: event.id }
  const ranking = useLiveAdminRanking(event.id, initial, search)
  const { page, query } = ranking
  const sheets = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/judge-sheets', { params }),
    `${event.id} ${ranking.version}`,
  )
  const canChangeScores = results?.status !== 'final'
  const [open, setOpen] = useState<string>()
  const [dialog, setDialog] = useState<Dialog | undefined>(
    sheet && canChangeScores ? { kind: 'add', sheet } : undefined,
  )
  const navigate = useNavigate()
  const [removal, setRemoval] = useState<Removal>()
  const { saving, save } = useSubmitWithToasts()
  const { formatDateTime } = useDateFormat()
  const close = () => setDialog(undefined)
  const closeAndReload = () => {
    close()
    void ranking.reload()
  }
  const form = { eventId: event.id, onClose: close, onSaved: closeAndReload }

  const remove = (send: () => Promise<{ removedId: string }>, text: string) =>
    save(async () => {
      const { removedId } = await send()
      setRemoval({ id: removedId, text })
      return undefined
    }, closeAndReload)
  const removeEntry = (row: ScoreRow) =>
    remove(
      () =>
        callApi('DELETE /api/admin/events/:eventId/scores/:entryId', {
          params: { ...params, entryId: row.id },
        }),
      t('adminScores.removedEntry', { name: getEntryName(row) }),
    )
  const removeAttempt = (entry: AdminScoreEntry, attempt: AdminAttempt) =>
    remove(
      () =>
        callApi('DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
          params: { ...params, entryId: entry.id, attemptId: attempt.id },
        }),
      t('adminScores.removedAttempt'),
    )
  const undo = ({ id }: Removal) =>
    save(
      () => callApi('POST /api/admin/events/:eventId/scores/restore', { params, json: { id } }),
      () => {
        setRemoval(undefined)
        closeAndReload()
      },
    )
  const edit = async (row: ScoreRow) => {
    try {
      const { entry } = await callApi('GET /api/admin/events/:eventId/scores/:entryId', {
        params: { ...params, entryId: row.id },
      })
      setDialog({ kind: 'entry', entry })
    } catch {
      toast.error(t('messages.loadFailed'))
    }
  }
  const download = () =>
    save(
      async () => {
        const link = document.createElement('a')
        const file = await requestApi('GET /api/admin/events/:eventId/scores/export', { params })
        link.href = URL.createObjectURL(await file.blob())
        link.download = `scores-${event.slug}.csv`
        link.click()
        URL.revokeObjectURL(link.href)
        return undefined
      },
      () => {},
    )

  return (
    <Stack>
      <EventTabHeadingAndDocumentTitle tab="scores">
        {canChangeScores ? (
          <>
            <Button
              variant="default"
              leftSection={<IconQrcode size={18} aria-hidden />}
              onClick={() => setDialog({ kind: 'scan' })}
            >
              {t('adminScores.sheet.scan')}
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'add' })}>
              {t('adminScores.add')}
            </Button>
          </>
        ) : null}
      </EventTabHeadingAndDocumentTitle>
      <Text size="sm" className={styles.quiet}>
        {ruleSet
          ? t('adminRuleSets.inForce')
          : t('adminScores.rule', { rule: t(`adminScores.rules.${event.totalRule}`) })}
      </Text>
      {results?.status === 'final' ? (
        <Alert color="yellow">
          {t('adminPublishing.final', { time: formatDateTime(results.publishedAt) })}{' '}
          <Anchor inherit component={Link} to={`/admin/events/${event.id}/results`} underline="always">
            {t('adminEvents.tabs.names.results')}
          </Anchor>
        </Alert>
      ) : null}
      {page.freeze ? (
        <Alert color="yellow">
          {t(page.freeze.isFrozen ? 'adminResults.standing' : 'adminResults.standingSoon', {
            time: formatDateTime(page.freeze.freezeAt),
          })}
        </Alert>
      ) : null}
      {event.active ? null : <Alert color="yellow">{t('adminScores.hidden')}</Alert>}
      <UnreviewedSheetsAlert
        eventId={event.id}
        count={sheets?.reviews.filter(({ status }) => status === 'waiting').length ?? 0}
        color="yellow"
      />
      {canChangeScores && dialog?.kind !== 'guests' ? (
        <RegisteredTeamsAmongGuestsAlert eventId={event.id} onOpen={() => setDialog({ kind: 'guests' })} />
      ) : null}
      <RankingToolbar
        ranking={ranking}
        eventId={event.id}
        canChangeScores={canChangeScores}
        isBusy={saving}
        onDownload={() => void download()}
        onOpenDialog={(kind) => setDialog({ kind })}
      />
      {removal && canChangeScores ? (
        <Alert
          role="status"
          withCloseButton
          closeButtonLabel={t('adminScores.close')}
          onClose={() => setRemoval(undefined)}
        >
          <Group>
            {removal.text}
            <Button
              size="xs"
              variant="light"
              loading={saving}
              onClick={() =>
                canScoreChangeAffectMatches(ruleSet)
                  ? setDialog({ kind: 'undo', removal })
                  : void undo(removal)
              }
            >
              {t('adminScores.undo')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Text size="sm" className={styles.quiet} role="status">
        {t('scores.count', { count: page.totalItems, formatted: page.totalItems })}
      </Text>
      {page.scores.length === 0 ? (
        <Stack align="center" ta="center" py="xl">
          <Text>{t(query.s ? 'adminScores.nothingFound' : 'adminScores.empty')}</Text>
          {query.s || !canChangeScores ? null : (
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setDialog({ kind: 'add' })}
            >
              {t('adminScores.addFirst')}
            </Button>
          )}
        </Stack>
      ) : (
        <RankingTableWithActions
          rows={page.scores}
          hasLevels={page.levels !== undefined}
          canChangeScores={canChangeScores}
          open={open}
          onOpen={setOpen}
          onEdit={(row) => void edit(row)}
          onRemove={(row) => setDialog({ kind: 'remove', row })}
          opened={(row) => (
            <EntryAttemptsTableWithActions
              eventId={event.id}
              ruleSet={ruleSet}
              row={row}
              canChangeScores={canChangeScores}
              version={ranking.version}
              onAdd={(entry) => setDialog({ kind: 'add', entry })}
              onEdit={(attempt) => setDialog({ kind: 'attempt', entryId: row.id, attempt })}
              onRemove={(entry, attempt) => setDialog({ kind: 'remove-attempt', entry, attempt })}
            />
          )}
        />
      )}
      {page.totalItems > page.per_page ? (
        <Pagination
          total={Math.ceil(page.totalItems / page.per_page)}
          value={page.currentPage}
          onChange={(to) => ranking.set({ page: to })}
          gap={4}
          getControlProps={(control) => ({
            'aria-label': t(control === 'next' ? 'scores.next' : 'scores.previous'),
          })}
        />
      ) : null}
      {dialog?.kind === 'add' ? (
        <AddAttemptOrEntryDialog
          {...form}
          ruleSet={ruleSet}
          onSavedAndContinue={() => void ranking.reload()}
          {...(dialog.entry ? { entry: dialog.entry } : {})}
          {...(dialog.sheet ? { sheet: dialog.sheet } : {})}
        />
      ) : null}
      {dialog?.kind === 'scan' ? (
        <AdminDialog title={t('adminScores.sheet.scan')} onClose={close}>
          <SheetScanner
            eventId={event.id}
            onSheet={(scanned) => void navigate(buildAdminSheetFormPath(event.id, scanned))}
          />
        </AdminDialog>
      ) : null}
      {dialog?.kind === 'attempt' ? (
        <EditAttemptDialog
          {...form}
          ruleSet={ruleSet}
          entryId={dialog.entryId}
          attempt={dialog.attempt}
          onStale={() => void ranking.reload()}
        />
      ) : null}
      {dialog?.kind === 'entry' ? (
        <EditEntryParticipantDetailsDialog
          {...form}
          entry={dialog.entry}
          areResultsFinal={!canChangeScores}
        />
      ) : null}
      {dialog?.kind === 'import' ? <ImportScoresDialog {...form} ruleSet={ruleSet} /> : null}
      {dialog?.kind === 'removed' ? (
        <RestoreOrPurgeScoresDialog {...form} ruleSet={ruleSet} canChangeScores={canChangeScores} />
      ) : null}
      {dialog?.kind === 'guests' ? (
        <GuestAssignmentAndSettingDialog
          eventId={event.id}
          canChangeScores={canChangeScores}
          onClose={close}
          onSaved={() => void ranking.reload()}
        />
      ) : null}
      {dialog?.kind === 'keys' ? (
        <SimulatorKeysDialog event={event} ruleSet={ruleSet} onClose={close} />
      ) : null}
      {dialog?.kind === 'remove-attempt' ? (
        <ConfirmScoreRemovalOrRestoreDialog
          eventId={event.id}
          change={{ entryId: dialog.entry.id, attemptId: dialog.attempt.id }}
          title={t('messages.confirmDelete')}
          action={t('adminScores.remove')}
          text={t('adminScores.removeAttemptText', { name: getEntryName(dialog.entry) })}
          busy={saving}
          onClose={close}
          onConfirm={() => void removeAttempt(dialog.entry, dialog.attempt)}
        />
      ) : null}
      {dialog?.kind === 'undo' ? (
        <ConfirmScoreRemovalOrRestoreDialog
          eventId={event.id}
          change={{ restoredId: dialog.removal.id }}
          title={t('adminScores.restoreTitle')}
          text={dialog.removal.text}
          action={t('adminScores.restore')}
          color="oasis"
          busy={saving}
          onClose={close}
          onConfirm={() => void undo(dialog.removal)}
        />
      ) : null}
      {dialog?.kind === 'remove' ? (
        <ConfirmScoreRemovalOrRestoreDialog
          eventId={event.id}
          change={{ entryId: dialog.row.id }}
          title={t('messages.confirmDelete')}
          action={t('adminScores.remove')}
          text={t('adminScores.removeEntryText', { name: getEntryName(dialog.row) })}
          busy={saving}
          onClose={close}
          onConfirm={() => void removeEntry(dialog.row)}
        />
      ) : null}
    </Stack>
  )
}

export default function EventScoresPage({ loaderData: { isSheetUnknown, ...data } }: Route.ComponentProps) {
  const { t } = useTranslation()
  // a sheet that is scanned again opens its form again
  const { key } = useLocation()
  return (
    <>
      {isSheetUnknown ? <Alert color="yellow">{t('adminScores.sheet.unknownTeam')}</Alert> : null}
      <EventScoreEditor key={data.sheet ? key : data.initial.event.id} {...data} />
    </>
  )
}
