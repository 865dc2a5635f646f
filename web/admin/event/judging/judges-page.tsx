import { Button, Group, NumberInput, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { SheetReviews } from '#contract/event/judging/judge-sheet.schema.ts'
import { scheduleLimits } from '#contract/event/schedule/schedule.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import { canHeadJudgeAllowAttempts, getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import {
  EventTabHeadingAndDocumentTitle,
  useOpenedEvent,
} from '#web/admin/event/events/event-tab-heading.tsx'
import { useEventChangeVersion } from '#web/admin/event/events/use-event-changes.ts'
import { useSubmitWithInvalidFieldFocus, useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog, AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { useForm } from '#web/admin/shared/form-dialog.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import {
  useLoadedValueWithErrorToast,
  useReloadableValueWithErrorToast,
} from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { PanelSheetTablesWithActions } from '#web/shared/event/panels/panel-tables.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { FeedbackReleaseOrTakeBackSection } from './feedback-section.tsx'
import { EventJudgesAndCodesEditor } from './judge-list.tsx'
import styles from './judging.module.css'
import { PanelSearchAndPagination, useReloadablePanelSheets } from './panel-pages.tsx'
import { SheetReviewTable } from './sheet-review-table.tsx'

/**
 * Shows the sheets of the panels of an event by team and judge, and the release of the feedback. Renders
 * nothing for an event without panels.
 */
function PanelSection({ eventId, version }: { eventId: string; version: number }) {
  const { t } = useTranslation()
  const { value: loaded, reload, filter, setFilter } = useReloadablePanelSheets(eventId, version)
  const { submitting, submit, failure } = useSubmitWithInvalidFieldFocus()
  if (!loaded) return null
  const { panels, teamCount } = loaded
  if (panels.rounds.length === 0 && panels.feedback.count === 0) return null
  const run = async (call: () => Promise<unknown>, done: string): Promise<boolean> => {
    const refused = await submit(async () => {
      await call()
      toast.success(done)
      reload()
    })
    return !refused
  }
  const release = async (isReleased: boolean) => {
    await run(
      () =>
        callApi('PUT /api/admin/events/:eventId/panels/feedback', {
          params: { eventId },
          json: { isReleased },
        }),
      t(isReleased ? 'adminJudging.feedback.releasedDone' : 'adminJudging.feedback.takenBackDone'),
    )
  }
  return (
    <section aria-labelledby="panels">
      <Stack>
        <Title order={2} size="h3" id="panels">
          {t('panels.title')}
        </Title>
        <FeedbackReleaseOrTakeBackSection
          eventId={eventId}
          version={version}
          feedback={panels.feedback}
          isBusy={submitting}
          onRelease={release}
        />
        {panels.rounds.length > 0 ? (
          <PanelSearchAndPagination filter={filter} teamCount={teamCount} onChange={setFilter}>
            <PanelSheetTablesWithActions
              panels={panels}
              isDisabled={submitting}
              problem={failure?.message ?? ''}
              actions={{
                setRecusal: (request, done) =>
                  run(
                    () =>
                      callApi('PUT /api/admin/events/:eventId/panels/recusals', {
                        params: { eventId },
                        json: request,
                      }),
                    done,
                  ),
                requestSecondLook: (request, done) =>
                  run(
                    () =>
                      callApi('POST /api/admin/events/:eventId/panels/second-looks', {
                        params: { eventId },
                        json: request,
                      }),
                    done,
                  ),
              }}
            />
          </PanelSearchAndPagination>
        ) : null}
      </Stack>
    </section>
  )
}

/** Shows a dialog that allows a further attempt of a team in a round. */
function AllowAttemptDialog({
  eventId,
  ruleSet,
  onClose,
}: {
  eventId: string
  ruleSet: RuleSet | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const loaded = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/teams', { params: { eventId } }),
    eventId,
  )
  const form = useForm({
    initialValues: { teamId: null as string | null, round: 1 },
    send: ({ teamId, round }) =>
      callApi('POST /api/admin/events/:eventId/additional-attempts', {
        params: { eventId },
        json: { teamId: teamId ?? '', round },
      }),
    onSaved: onClose,
    showsFailureAsToast: true,
  })
  const { teamId, round } = form.values
  return (
    <AdminDialog onClose={onClose} title={t('adminJudging.reviews.allow')}>
      <Stack>
        <Text size="sm">{t('adminJudging.reviews.allowText')}</Text>
        <Select
          label={t('adminJudging.reviews.team')}
          searchable
          nothingFoundMessage={t('adminJudging.checkIn.nothingFound')}
          data={
            loaded?.teams.map(({ id, teamNo, name }) => ({
              value: id,
              label: joinTexts([teamNo, name], lang),
            })) ?? []
          }
          value={teamId}
          onChange={(value) => form.set({ teamId: value })}
        />
        {ruleSet ? (
          <Select<number>
            label={t('adminJudging.reviews.round')}
            allowDeselect={false}
            data={listRoundsOrPossibleMatches(ruleSet)
              .filter(({ number }) => getSheetTraitsOfRound(ruleSet, number).hasFurtherAttempts)
              .map(({ number, round: { label } }) => ({ value: number, label: label[lang] }))}
            value={round}
            onChange={(value) => value !== null && form.set({ round: value })}
          />
        ) : (
          <NumberInput
            label={t('adminJudging.reviews.round')}
            min={1}
            max={scheduleLimits.rounds}
            clampBehavior="strict"
            allowDecimal={false}
            value={round}
            onChange={(value) => form.set({ round: Number(value) || 1 })}
          />
        )}
        <AdminDialogActions onCancel={onClose}>
          <Button loading={form.submitting} disabled={teamId === null} onClick={() => void form.submit()}>
            {t('adminJudging.reviews.allow')}
          </Button>
        </AdminDialogActions>
      </Stack>
    </AdminDialog>
  )
}

type SheetReviewPanelProps = { eventId: string; reviews: SheetReviews; reload: () => void }

/**
 * Shows the switch that requires a second judge for the sheets of an event, and the sheets that wait for one
 * or for a decision, or were rejected.
 */
function SheetReviewPanel({ eventId, reviews, reload }: SheetReviewPanelProps) {
  const { t } = useTranslation()
  const rules = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId } }),
    eventId,
  )
  const [isSwitching, setSwitching] = useState(false)
  const [isAllowing, setAllowing] = useState(false)
  const { saving, save } = useSubmitWithToasts()
  if (!rules) return null
  const { needsSecondJudge } = reviews
  const change = async () => {
    await save(
      () =>
        callApi('POST /api/admin/events/:eventId/judging/second-judge', {
          params: { eventId },
          json: { needsSecondJudge: !needsSecondJudge },
        }),
      reload,
    )
    setSwitching(false)
  }
  const action = needsSecondJudge ? 'switchOff' : 'switchOn'
  return (
    <Stack>
      <Group justify="space-between">
        <Switch
          label={t('adminJudging.reviews.needed')}
          description={t('adminJudging.reviews.neededHint')}
          checked={needsSecondJudge}
          onChange={() => setSwitching(true)}
        />
        {canHeadJudgeAllowAttempts(rules.ruleSet) ? (
          <Button variant="default" onClick={() => setAllowing(true)}>
            {t('adminJudging.reviews.allow')}
          </Button>
        ) : null}
      </Group>
      {needsSecondJudge || reviews.reviews.length > 0 ? (
        <section aria-labelledby="sheet-reviews">
          <Title order={3} size="h4" id="sheet-reviews">
            {t('adminJudging.reviews.listHeading')}
          </Title>
          {reviews.reviews.length > 0 ? (
            <SheetReviewTable
              eventId={eventId}
              ruleSet={rules.ruleSet}
              reviews={reviews.reviews}
              onDecided={reload}
            />
          ) : (
            <Text py="md">{t('adminJudging.reviews.none')}</Text>
          )}
        </section>
      ) : null}
      {isAllowing ? (
        <AllowAttemptDialog eventId={eventId} ruleSet={rules.ruleSet} onClose={() => setAllowing(false)} />
      ) : null}
      {isSwitching ? (
        <AdminConfirmDialog
          title={t(`adminJudging.reviews.${action}`)}
          text={t(`adminJudging.reviews.${action}Text`)}
          action={t(`adminJudging.reviews.${action}`)}
          color={needsSecondJudge ? 'red.9' : 'green.9'}
          busy={saving}
          onClose={() => setSwitching(false)}
          onConfirm={() => void change()}
        />
      ) : null}
    </Stack>
  )
}

/**
 * Shows the sheets of the panels of an event, whether its sheets need a second judge, and the sheets that wait
 * for a decision. It follows changes by the event stream of the event.
 */
function LivePanelsAndReviews({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [streamKey, setStreamKey] = useState<string>()
  const { version, isLive } = useEventChangeVersion(eventId, streamKey)
  const { value: reviews, reload } = useReloadableValueWithErrorToast(async () => {
    const reply = await callApi('GET /api/admin/events/:eventId/judge-sheets', { params: { eventId } })
    setStreamKey(reply.streamKey)
    return reply
  }, `${eventId} ${version}`)
  return (
    <Stack gap="xl">
      <div role="status">
        {isLive ? null : <StatusBadge status="open">{t('adminOverview.notLive')}</StatusBadge>}
      </div>
      <PanelSection eventId={eventId} version={version} />
      {reviews ? <SheetReviewPanel eventId={eventId} reviews={reviews} reload={reload} /> : null}
    </Stack>
  )
}

/**
 * Shows the judges of an event, the sheets of its panels, whether its sheets need a second judge, and the
 * sheets that wait for a decision.
 */
export default function JudgesPanelsAndReviewsPage() {
  const event = useOpenedEvent()
  return (
    <Stack gap="lg">
      <EventTabHeadingAndDocumentTitle tab="judges" />
      <EventJudgesAndCodesEditor event={event} />
      <div className={styles.screenOnly}>
        <LivePanelsAndReviews key={event.id} eventId={event.id} />
      </div>
    </Stack>
  )
}
